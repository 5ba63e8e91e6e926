import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { WechatConfig } from '#shared/contract/wechat.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { EmailDialog } from './emailSend/EmailDialog.tsx'
import { SenderDialog } from './emailChannel/SenderDialog.tsx'
import { InboxDialog } from './inbox/InboxDialog.tsx'
import { InboxDrawer } from './inbox/InboxDrawer.tsx'
import { ChannelDialog } from './smsChannel/ChannelDialog.tsx'
import { TemplateDialog } from './smsTemplate/TemplateDialog.tsx'
import { ConfigDialog } from './wechatConfig/ConfigDialog.tsx'
import { RuleDialog } from './wechatRule/RuleDialog.tsx'

configure({ defaultHidden: true })

const user = userEvent.setup()
const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
    .on('emailChannel.page', () => pageOf([]))
    .on('memberGroup.page', () => pageOf([]))
    .on('memberLevel.page', () => pageOf([]))
    .on('role.page', () => pageOf([]))
    .on('wechatConfig.page', () => pageOf([]))
const box = (name: RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }))
/** What is said at the fields. */
const said = (): (string | null)[] =>
  [...document.querySelectorAll('form [role=alert]')].map(({ textContent }) => textContent)
const close = (): void => undefined

describe('a sender of e-mail', () => {
  it('is not saved when its server refuses the sign-in: the error is at the field, the input stays', async () => {
    const words = '服务器不接受账号或密码：535 Error: authentication failed'
    const fake = host().on('emailChannel.save', () => {
      throw fieldError('invalid', 'password', words)
    })
    renderUi(<SenderDialog channel={null} siteId={1} onClose={close} />, { host: fake })
    await user.type(await screen.findByLabelText(/^账号/), 'news@example.com')
    await user.type(box(/^密码/), 'wrong')
    await user.selectOptions(screen.getByRole('combobox', { name: '常用邮箱' }), '163邮箱')
    await press('验证并保存')
    await waitFor(() => expect(said()).toEqual([words]))
    expect(fake.inputsOf('emailChannel.save')).toMatchObject([{ smtp: 'smtp.163.com', port: 465, useSSL: true }])
    expect([box(/^账号/).value, box(/^密码/).value]).toEqual(['news@example.com', 'wrong'])
  })
  it('has a port and a name that can stand in a header', async () => {
    const fake = host()
    renderUi(<SenderDialog channel={null} siteId={1} onClose={close} />, { host: fake })
    const port = await screen.findByLabelText(/^端口/)
    await user.clear(port)
    await user.type(port, '70000')
    await press('验证并保存')
    await waitFor(() => expect(said()).toEqual([expect.stringMatching(/^端口.*65535/)]))
    expect(fake.inputsOf('emailChannel.save')).toEqual([])
  })
})

it('an e-mail names each incomplete field, and keeps invalid recipients', async () => {
  const fake = host()
  renderUi(<EmailDialog siteId={1} onClose={close} />, { host: fake })
  await screen.findByText('该站点还没有发件邮箱，请先在“发件邮箱”中新增')
  await user.click(screen.getByRole('textbox', { name: '收件人邮箱' }))
  await user.paste('a@example.com|没有域名@|b@example.com')
  await press('发送')
  await waitFor(() =>
    expect(said()).toEqual([
      '请输入邮件主题',
      '请选择发件邮箱',
      expect.stringContaining('没有域名@'),
      '请输入邮件内容',
    ]),
  )
  expect(screen.getAllByTitle(/没有域名@/)).not.toEqual([])
  expect(fake.inputsOf('emailSend.batchSend')).toEqual([])
})

describe('text messages', () => {
  it('a template needs all fields, and counts its length while typing', async () => {
    const fake = host().on('smsTemplate.save', () => {
      throw new AppError('no-response', '连接不上服务器，请检查网络')
    })
    renderUi(<TemplateDialog template={null} siteId={1} onClose={close} />, { host: fake })
    await screen.findByLabelText(/^模板名称/)
    await press('确定')
    await waitFor(() => expect(said()).toEqual(['请输入模板名称', '请输入模板编码', '请输入模板内容']))
    await user.type(box(/^模板名称/), '验证码')
    await user.type(box(/^模板编码/), 'SMS_1')
    await user.click(box(/^模板内容/))
    await user.paste(`验证码\${code}，${'字'.repeat(70)}`)
    screen.getByText('变量：code。不计签名和变量，按 2 条计费。')
    await press('确定')
    await screen.findByText('连接不上服务器，请检查网络')
    expect(said()).toEqual([])
    expect([box(/^模板名称/).value, box(/^模板编码/).value]).toEqual(['验证码', 'SMS_1'])
  })
  it('a channel says how a price is written', async () => {
    renderUi(<ChannelDialog channel={null} siteId={1} onClose={close} />, { host: host() })
    const price = await screen.findByLabelText(/^每条单价/)
    await user.clear(price)
    await user.type(price, '101')
    await press('确定')
    await waitFor(() => expect(said()).toEqual(['每条单价不能大于 100']))
    expect((price as HTMLInputElement).value).toBe('101')
  })
})

describe('official accounts', () => {
  it('a new one needs its secret, a known one keeps it', async () => {
    const config: WechatConfig = { id: 4, siteId: 1, title: '集团', appId: 'wx1', hasSecret: true, version: 2 }
    const fake = host().on('wechatConfig.save', () => config)
    const { unmount } = renderUi(<ConfigDialog config={null} siteId={1} onClose={close} />, { host: fake })
    await screen.findByText('新增公众号')
    await press('确定')
    await waitFor(() => expect(said()).toEqual(['请输入标题', '请输入appId', '请输入appSecret']))
    unmount()
    renderUi(<ConfigDialog config={config} siteId={1} onClose={close} />, { host: fake })
    await screen.findByText('留空表示不修改')
    await press('确定')
    await waitFor(() => expect(fake.inputsOf('wechatConfig.save')).toMatchObject([{ id: 4, appSecret: '' }]))
  })
  it('a rule names the missing choice', async () => {
    const fake = host()
    renderUi(<RuleDialog rule={null} siteId={1} onClose={close} />, { host: fake })
    await screen.findByText('选择源站栏目后匹配字段')
    await press('确定')
    await waitFor(() => expect(said()).toEqual(['请输入账号', '请选择数据规则', '请选择源站栏目']))
    expect(fake.inputsOf('wechatRule.save')).toEqual([])
  })
})

describe('the inbox of a site', () => {
  it('asks for title, text and for whom it is', async () => {
    const fake = host()
    renderUi(<InboxDialog siteId={1} onClose={close} />, { host: fake })
    await screen.findByText('发布消息')
    await press('发布')
    await waitFor(() => expect(said()).toEqual(['请输入标题', '请输入内容', '请选择用户']))
    expect(fake.inputsOf('inbox.save')).toEqual([])
  })
  it('says that a message was deleted', async () => {
    const fake = host().on('inbox.findById', () => {
      throw new AppError('not-found', '这条消息已被删除')
    })
    renderUi(<InboxDrawer id={9} onClose={close} />, { host: fake })
    within(await screen.findByRole('alert')).getByText('这条消息已被删除')
  })
})
