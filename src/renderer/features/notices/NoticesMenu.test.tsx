import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { NOTICES_FEATURE } from '#shared/contract/features.ts'
import type { Notice } from '#shared/contract/notice.ts'
import { pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { NoticesMenu } from './NoticesMenu.tsx'

// The focus trap of the open drawer hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const aNotice = (id: number, changes: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'task',
  title: `“年报 ${id}”等待审批`,
  body: '张三 提交',
  place: 'tasks',
  siteId: 1,
  path: '/U176/U179',
  isRead: false,
  createDate: '2026-11-23 09:00:00',
  ...changes,
})

/** A host of a server that keeps notices. */
function hostOf(notices: readonly Notice[]) {
  const now = { notices }
  const unread = () => now.notices.filter(({ isRead }) => !isRead)
  const host = aHost()
    .on('system.capabilities', () => ({ product: 'sitecraft', version: '1', features: [NOTICES_FEATURE] }))
    .on('notice.count', () => ({ unread: unread().length }))
    .on('notice.page', ({ unreadOnly }) => pageOf(unreadOnly ? unread() : [...now.notices]))
    .on('notice.markRead', ({ idList }) => {
      now.notices = now.notices.map((each) => (idList.includes(each.id) ? { ...each, isRead: true } : each))
      return null
    })
    .on('notice.markAllRead', () => {
      now.notices = now.notices.map((each) => ({ ...each, isRead: true }))
      return null
    })
  return { host, now }
}

describe('the button for notices', () => {
  it('is not there on a server that keeps none', async () => {
    const host = aHost()
    renderUi(<NoticesMenu />, { host })
    await waitFor(() => expect(host.inputsOf('system.capabilities')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /通知/ })).toBeNull()
    expect(host.inputsOf('notice.count')).toEqual([])
  })

  it('counts unread notices, immediately updates on an event, and notifies the system while the window is hidden', async () => {
    const { host } = hostOf([aNotice(1)])
    host.on('app.notify', () => ({ shown: true }))
    renderUi(<NoticesMenu />, { host })
    await screen.findByRole('button', { name: '通知，1 条未读' })
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    act(() => host.emit('notices.changed', { unread: 2, news: [aNotice(2)] }))
    await screen.findByRole('button', { name: '通知，2 条未读' })
    await screen.findByText('“年报 2”等待审批')
    await waitFor(() =>
      expect(host.inputsOf('app.notify')).toEqual([
        { title: '“年报 2”等待审批', body: '张三 提交', href: '/U176/U179' },
      ]),
    )
    vi.restoreAllMocks()
  })

  it('opens the list; a notice leads to its place and is read then', async () => {
    const { host } = hostOf([aNotice(2), aNotice(1, { isRead: true, title: '旧的' })])
    const user = userEvent.setup()
    renderUi(<NoticesMenu />, { host })
    await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }))
    const list = await screen.findByRole('list', { name: '通知' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    await user.click(screen.getByRole('tab', { name: '全部' }))
    await screen.findByText('旧的')
    await user.click(screen.getByText('“年报 2”等待审批'))
    expect(host.inputsOf('notice.markRead')).toEqual([{ idList: [2] }])
    await waitFor(() => expect(address()).toBe('/U176/U179'))
    await screen.findByRole('button', { name: '通知' })
  })

  it('marks all as read, and warns of a place that is gone', async () => {
    const { host } = hostOf([aNotice(3, { path: '' }), aNotice(2)])
    const user = userEvent.setup()
    renderUi(<NoticesMenu />, { host })
    await user.click(await screen.findByRole('button', { name: '通知，2 条未读' }))
    await user.click(await screen.findByText('“年报 3”等待审批'))
    await screen.findByText('内容所在的栏目已被删除')
    await user.click(await screen.findByRole('button', { name: '全部设为已读' }))
    await screen.findByText('没有未读的通知')
    await screen.findByRole('button', { name: '通知' })
  })
})
