import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type MailDetail, type ReceivedMail, type SentMail, SITE_MAIL_FEATURE } from '#shared/contract/siteMail.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { MailScreen } from './MailScreen.tsx'

configure({ defaultHidden: true })

const received: ReceivedMail[] = [
  {
    id: 4,
    title: '周会',
    file: '',
    sender: '王伟',
    senderName: 'wang',
    readDate: '',
    isRead: 0,
    createDate: '2026-11-02 08:00:00',
  },
  {
    id: 3,
    title: '放假',
    file: '/files/a.zip',
    sender: '李婷',
    senderName: 'li',
    readDate: '2026-11-01 09:00:00',
    isRead: 1,
    createDate: '2026-11-01 08:00:00',
  },
]
const sent: SentMail[] = [
  {
    id: 7,
    title: '通知',
    file: '',
    createDate: '2026-11-02 08:00:00',
    recipients: 3,
    read: 1,
    recalled: 1,
    recipientNames: '王伟、李婷',
  },
  {
    id: 6,
    title: '旧闻',
    file: '',
    createDate: '2026-11-01 08:00:00',
    recipients: 2,
    read: 1,
    recalled: 1,
    recipientNames: '王伟',
  },
]
const detail = (change: Partial<MailDetail> = {}): MailDetail => ({
  id: 4,
  type: 'mail',
  title: '周会',
  file: '',
  content: '<p>十点开会</p>',
  sender: '王伟',
  senderName: 'wang',
  createDate: '2026-11-02 08:00:00',
  readDate: '',
  recipientDTOList: [],
  ...change,
})
const host = (features: string[] = [SITE_MAIL_FEATURE]): FakeBridge =>
  aHost()
    .on('system.capabilities', () => ({ product: 'sitecraft', version: '1', features }))
    .on('siteMail.inbox', () => pageOf(received))
    .on('siteMail.sent', () => pageOf(sent))
    .on('siteMail.detail', () => detail())
    .on('siteMail.read', () => null)
const rowOf = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })
const cells = (row: HTMLElement): string[] =>
  within(row)
    .getAllByRole('cell')
    .map((each) => each.textContent)
const click = async (name: string | RegExp): Promise<void> =>
  userEvent.setup().click(await screen.findByRole('button', { name }))

describe('received messages', () => {
  it('are listed, and can be filtered by unread', async () => {
    const fake = host()
    renderUi(<MailScreen type="mail" />, { host: fake })
    expect(cells(await rowOf(/周会/)).slice(1, -1)).toEqual(['4', '周会', '王伟', '2026-11-02 08:00:00', '未读'])
    expect(cells(await rowOf(/放假/)).slice(1, -1)).toEqual(['3', '放假', '李婷', '2026-11-01 08:00:00', '已读'])
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: '状态' }))
    await user.click(await screen.findByRole('option', { name: '未读' }))
    await expect
      .poll(() => fake.inputsOf('siteMail.inbox').map(({ type, isRead }) => [type, isRead]))
      .toEqual([
        ['mail', undefined],
        ['mail', 0],
      ])
  })

  it('are marked as read when opened, and can be replied to', async () => {
    const fake = host()
    renderUi(<MailScreen type="mail" />, { host: fake })
    await click('查看 周会')
    expect(await within(await screen.findByRole('dialog')).findByText('未读')).toBeTruthy()
    expect(fake.inputsOf('siteMail.read')).toEqual([{ id: 4 }])
    expect(screen.queryByRole('button', { name: '转发文件' })).toBeNull()
    await click('回复')
    expect(await screen.findByDisplayValue('回复：周会')).toBeTruthy()
    expect(screen.getByRole('button', { name: /移除 王伟/ })).toBeTruthy()
  })

  it('are marked as read one by one, up to the first error', async () => {
    const fake = host().on('siteMail.markRead', () => null)
    renderUi(<MailScreen type="mail" />, { host: fake })
    const user = userEvent.setup()
    for (const name of [/周会/, /放假/]) await user.click(within(await rowOf(name)).getByRole('checkbox'))
    await click(/设为已读/)
    expect(await screen.findByText('设置成功')).toBeTruthy()
    expect(fake.inputsOf('siteMail.markRead').map(({ id }) => id)).toEqual([4, 3])
  })

  it('can be forwarded with their file if they are documents', async () => {
    const fake = host().on('siteMail.detail', () => detail({ type: 'document', title: '放假', file: '/files/a.zip' }))
    renderUi(<MailScreen type="document" />, { host: fake })
    await click('转发文件 放假')
    expect(await screen.findByDisplayValue('转发：放假')).toBeTruthy()
    expect(fake.inputsOf('siteMail.inbox')[0]).toMatchObject({ type: 'document' })
  })
})

describe('sent messages', () => {
  it('show who has read them, and are recalled from the others after a question', async () => {
    const fake = host().on('siteMail.recall', () => ({ recalled: 1 }))
    renderUi(<MailScreen type="mail" />, { host: fake })
    const user = userEvent.setup()
    await user.click(screen.getByRole('tab', { name: '发件箱' }))
    expect(cells(await rowOf(/通知/)).slice(0, -1)).toEqual([
      '7',
      '通知',
      '王伟、李婷',
      '1/3 已读撤回 1',
      '2026-11-02 08:00:00',
    ])
    await click('撤回 通知')
    expect(await screen.findByText('未读的收件人将无法查看，已读的不受影响。撤回后无法恢复。')).toBeTruthy()
    await click('撤回')
    await expect.poll(() => fake.inputsOf('siteMail.recall')).toEqual([{ id: 7 }])
    expect(screen.getByRole('button', { name: '撤回 旧闻' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('are shown without receipts on a server that has neither receipts nor drafts', async () => {
    renderUi(<MailScreen type="mail" />, { host: host([]) })
    const user = userEvent.setup()
    await user.click(screen.getByRole('tab', { name: '发件箱' }))
    await rowOf(/通知/)
    expect(screen.queryByRole('button', { name: /撤回|阅读情况/ })).toBeNull()
    expect(screen.queryByRole('tab', { name: '草稿' })).toBeNull()
  })
})

it('edits a draft, and deletes it after a question; a draft without a title has a placeholder', async () => {
  const drafts = [{ ...(sent[0] as SentMail), title: '' }]
  const fake = host()
    .on('siteMail.drafts', () => pageOf(drafts))
    .on('siteMail.removeDraft', () => null)
    .on('siteMail.detail', () => detail({ id: 7, title: '没写完' }))
  renderUi(<MailScreen type="mail" />, { host: fake })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name: '草稿' }))
  await click('删除 （无标题）')
  await click('删除')
  await expect.poll(() => fake.inputsOf('siteMail.removeDraft')).toEqual([{ id: 7 }])
  await click('编辑 （无标题）')
  expect(await screen.findByDisplayValue('没写完')).toBeTruthy()
})
