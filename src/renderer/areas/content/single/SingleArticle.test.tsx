import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { ContentEntry } from '#shared/contract/content.ts'
import { ENTRY_LOCK_FEATURE } from '#shared/contract/entryLock.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { aSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SingleArticle } from './SingleArticle.tsx'

const FIELDS = [aFormField('title', '标题', 'SingleLine', { isRequired: true })]

function open(written: ContentEntry | null, prepare: (host: FakeBridge) => void = () => undefined) {
  let entry = written
  const host = aHost()
    .on('localDrafts.get', () => null)
    .on('localDrafts.put', () => ({ savedAt: '2026-01-01 00:00:00' }))
    .on('localDrafts.remove', () => null)
    .on('content.findByMenuAndSite', () => entry)
    .on('content.form', ({ id }) => aForm(FIELDS, id === 0 ? null : entry))
    .on('content.save', ({ fieldList, isStatus }) => {
      const version = (entry?.version ?? 0) + 1
      entry = anEntry(7, { title: fieldList[0]?.fieldValue, version, isStatus })
      return { id: 7, version, isStatus, approval: 'none', sensitive: [] }
    })
  prepare(host)
  renderUi(
    <Routes>
      <Route path="/admin/menu_manage/:menuId" element={<SingleArticle />} />
    </Routes>,
    { host, at: '/admin/menu_manage/201' },
  )
  return { host, user: userEvent.setup() }
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const press = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> => {
  await waitFor(() => expect(button(name).getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(button(name))
}

describe('a single-article column', () => {
  it('opens its form at once, and what is saved again is a change of the same entry', async () => {
    const { host, user } = open(null)
    const form = await screen.findByRole('form', { name: '新闻' })
    await user.type(await within(form).findByRole('textbox', { name: '标题' }), '关于我们')
    expect(unsavedWork.titles()).toEqual(['新闻'])
    await press(user, '保存并发布')
    await screen.findByText('历史版本')
    expect(unsavedWork.titles()).toEqual([])
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '！')
    await press(user, '保存并发布')
    await waitFor(() => expect(host.inputsOf('content.save')).toHaveLength(2))
    expect(host.inputsOf('content.save').map(({ id, version, isStatus }) => [id, version, isStatus])).toEqual([
      [0, undefined, true],
      [7, 1, true],
    ])
    expect(host.inputsOf('content.findByMenuAndSite')).toEqual([{ classId: 201, menuId: 201 }])
  })

  it('that was published here stays published when it is saved by keyboard', async () => {
    const { host, user } = open(anEntry(7, { title: '旧', isStatus: false }))
    const title = await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存并发布')
    await waitFor(() => expect(host.inputsOf('content.save')).toHaveLength(1))
    await waitFor(() => expect(button('保存并发布').getAttribute('aria-disabled')).not.toBe('true'), { timeout: 3000 })
    await user.type(title, '改{Control>}s{/Control}')
    await waitFor(() => expect(host.inputsOf('content.save')).toHaveLength(2))
    expect(host.inputsOf('content.save').map(({ isStatus }) => isStatus)).toEqual([true, true])
    await press(user, '保存到草稿')
    await screen.findByText(/保存到草稿后将取消发布/)
  })

  it('says above its fields who refused it and why', async () => {
    const approveResult = JSON.stringify({ trueName: '李四', approveResult: '缺少附件' })
    open(anEntry(7, { title: '旧', pass: false, approveResult }))
    const said = await screen.findByRole('region', { name: '已驳回' })
    expect(said.textContent).toContain('审批人：李四')
    expect(said.textContent).toContain('缺少附件')
  })

  it('is to be read by accounts that may not save it: nothing is typed in vain, and nobody is asked for it', async () => {
    const reader = aSession({
      groupId: 7,
      siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 201, settingList: [1105] }] }],
    })
    const { host } = open(anEntry(7, { title: '关于我们', isStatus: true }), (fake) =>
      fake
        .on('session.status', () => reader)
        .on('system.capabilities', () => ({ product: 'sitecraft', version: '1', features: [ENTRY_LOCK_FEATURE] })),
    )
    await screen.findByText('您没有在栏目“新闻”中编辑的权限，只能查看。')
    await screen.findByText('关于我们')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: '保存并发布' })).toBeNull()
    await waitFor(() => expect(host.inputsOf('system.capabilities')).not.toEqual([]))
    expect(host.inputsOf('entryLock.hold')).toEqual([])
    screen.getByRole('button', { name: '预览' })
  })

  it('says that it could not be read, and tries again', async () => {
    const { host, user } = open(anEntry(7, { title: '旧' }))
    host.on('content.form', () => {
      throw new Error('坏了')
    })
    await user.click(await screen.findByRole('button', { name: '重试' }))
    host.on('content.form', () => aForm(FIELDS, anEntry(7, { title: '旧' })))
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })).value).toBe('旧')
  })
})
