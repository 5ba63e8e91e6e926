import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import type { InboxMessage } from '#shared/contract/inbox.ts'
import type { AnswerOf, OperationName } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { EmailRecords } from './emailSend/EmailRecords.tsx'
import { EmailSenders } from './emailChannel/EmailSenders.tsx'
import { SiteInbox } from './inbox/SiteInbox.tsx'
import { SmsChannels } from './smsChannel/SmsChannels.tsx'
import { SmsMarketing } from './smsMarketing/SmsMarketing.tsx'
import { SmsTemplates } from './smsTemplate/SmsTemplates.tsx'
import { WechatConfigs } from './wechatConfig/WechatConfigs.tsx'
import { WechatRules } from './wechatRule/WechatRules.tsx'

configure({ defaultHidden: true })

type PageName = Extract<
  OperationName,
  | 'emailChannel.page'
  | 'emailSend.page'
  | 'smsChannel.page'
  | 'smsTemplate.page'
  | 'smsMarketing.page'
  | 'wechatConfig.page'
  | 'wechatRule.page'
  | 'inbox.page'
>
interface Listed {
  view: ReactElement
  page: PageName
  empty: string
  add: string
}
const SCREENS: Readonly<Record<string, Listed>> = {
  发件邮箱: { view: <EmailSenders />, page: 'emailChannel.page', empty: '该站点还没有发件邮箱', add: '新增' },
  邮件发送记录: { view: <EmailRecords />, page: 'emailSend.page', empty: '还没有邮件发送记录', add: '发送邮件' },
  短信通道: { view: <SmsChannels />, page: 'smsChannel.page', empty: '该站点还没有短信通道', add: '新增' },
  短信模板: { view: <SmsTemplates />, page: 'smsTemplate.page', empty: '该站点还没有短信模板', add: '新增' },
  短信营销: { view: <SmsMarketing />, page: 'smsMarketing.page', empty: '还没有短信发送记录', add: '发送短信' },
  公众号管理: { view: <WechatConfigs />, page: 'wechatConfig.page', empty: '该站点还没有公众号', add: '新增' },
  公众号规则: { view: <WechatRules />, page: 'wechatRule.page', empty: '该站点还没有公众号规则', add: '新增规则' },
  站点收件箱: { view: <SiteInbox />, page: 'inbox.page', empty: '该站点还没有消息', add: '发布消息' },
}
const host = (): FakeBridge => aHost().on('site.page', () => pageOf([aSite(1, '集团官网')]))
const none = (): AnswerOf<PageName> => pageOf([])
/** The shell draws no screen before it knows who is signed in. */
const SignedIn = ({ children }: { children: ReactElement }) => (useSession() ? children : null)

describe.each(Object.entries(SCREENS))('%s', (_title, { view, page, empty, add }) => {
  it('says that there is nothing yet', async () => {
    renderUi(view, { host: host().on(page, none) })
    await screen.findByText(empty)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: add }).disabled).toBe(false)
  })
  it('says that it may not be seen, and why it can’t be; 重试 shows it', async () => {
    let error = new AppError('forbidden', '您没有该站点的权限')
    let isBroken = true
    const fake = host().on(page, () => {
      if (isBroken) throw error
      return none()
    })
    const { unmount } = renderUi(view, { host: fake })
    within(await screen.findByRole('alert')).getByText('没有权限')
    screen.getByText('您没有该站点的权限')
    unmount()
    error = new AppError('no-response', '连接不上服务器，请检查网络')
    renderUi(view, { host: fake })
    await screen.findByText('连接不上服务器，请检查网络')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText(empty)
  })
  it('begins with its form when the search asks for it', async () => {
    const fake = host()
      .on(page, none)
      .on('emailChannel.page', () => pageOf([]))
      .on('smsChannel.page', () => pageOf([]))
      .on('smsTemplate.page', () => pageOf([]))
      .on('wechatConfig.page', () => pageOf([]))
      .on('role.page', () => pageOf([]))
    renderUi(<SignedIn>{view}</SignedIn>, { host: fake, at: '/channel?begin=1' })
    await screen.findByRole('dialog')
    await waitFor(() => expect(address()).toBe('/channel'))
  })
  it('loads and adds nothing without a site', async () => {
    const fake = host()
      .on(page, none)
      .on('site.page', () => pageOf([]))
      .on('session.status', () => aSession({ currentSiteId: 0 }))
    renderUi(view, { host: fake })
    await screen.findByText('没有可用的站点')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: add }).disabled).toBe(true)
    expect(fake.inputsOf(page)).toEqual([])
  })
})

const sender: EmailChannel = {
  id: 3,
  siteId: 1,
  account: 'news@example.com',
  password: '',
  sendName: '集团新闻',
  smtp: 'smtp.example.com',
  port: 465,
  useSSL: true,
  security: 'ssl',
  perMinute: 60,
  waiting: 0,
  hasPassword: true,
  version: 1,
}
const message: InboxMessage = {
  id: 8,
  siteId: 1,
  title: '网站改版',
  photo: '',
  content: '<p>下周一上线</p>',
  receiveGroup: '站点编辑',
  receiver: '',
  emailList: '',
  postTime: '2026-01-02 03:04:05',
  createDate: '2026-01-02 03:04:05',
  receiverNames: '',
  createBy: 'admin',
}

describe('a row, by keyboard', () => {
  const focusRow = async (name: RegExp): Promise<void> => (await screen.findByRole('row', { name })).focus()
  const user = userEvent.setup()
  it('of senders: F2 edits, Delete deletes after a question', async () => {
    const fake = host()
      .on('emailChannel.page', () => pageOf([{ ...sender, waiting: 2 }]))
      .on('emailChannel.deleteByIdList', () => null)
    renderUi(<EmailSenders />, { host: fake })
    await focusRow(/集团新闻/)
    await user.keyboard('{F2}')
    await screen.findByText('编辑发件邮箱')
    await user.click(screen.getByRole('button', { name: '取消' }))
    await focusRow(/集团新闻/)
    await user.keyboard('{Delete}')
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('删除发件邮箱“集团新闻”')
    question.getByText(/还有 2 封邮件等待通过该邮箱发送，删除后这些邮件将暂停/)
    expect(fake.inputsOf('emailChannel.deleteByIdList')).toEqual([])
    await user.click(question.getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('emailChannel.deleteByIdList')).toEqual([[3]])
  })
  it('of the site’s inbox: Enter shows it, Delete deletes after a question [C-141] [C-142]', async () => {
    const fake = host()
      .on('inbox.page', () => pageOf([message]))
      .on('inbox.findById', () => message)
      .on('inbox.deleteByIdList', () => null)
    renderUi(<SiteInbox />, { host: fake })
    await focusRow(/网站改版/)
    await user.keyboard('{Enter}')
    await screen.findByText('下周一上线')
    await user.click(screen.getByRole('button', { name: '关闭' }))
    await focusRow(/网站改版/)
    await user.keyboard('{Delete}')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('inbox.deleteByIdList')).toEqual([[8]])
  })
})
