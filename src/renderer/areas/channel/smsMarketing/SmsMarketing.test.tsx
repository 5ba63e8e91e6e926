import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SmsDialog } from './SmsDialog.tsx'
import { SmsDrawer } from './SmsDrawer.tsx'

configure({ defaultHidden: true })

const channel = {
  id: 5,
  siteId: 1,
  channelName: '营销',
  channelType: 1,
  signName: '集团',
  accessKeyId: 'a',
  accessKeySecret: '' as const,
}
const template = { id: 6, siteId: 1, templateName: '活动', templateCode: 'SMS_1', templateContent: '${name}您好' }
const host = (): FakeBridge =>
  aHost()
    .on('smsChannel.page', () => pageOf([channel]))
    .on('smsTemplate.page', () => pageOf([template]))
    .on('memberGroup.page', () => pageOf([]))
    .on('memberLevel.page', () => pageOf([]))
    .on('smsMarketing.estimate', () => ({ recipients: 2, segments: 3, price: 0.045, amount: 0.135 }))
    .on('smsMarketing.batchSend', () => ({ id: 1 }))

it('shows the cost of a message before it is sent', async () => {
  const fake = host()
  renderUi(<SmsDialog siteId={1} onClose={() => undefined} />, { host: fake })
  const user = userEvent.setup()
  const choose = async (name: RegExp, option: string): Promise<void> => {
    await user.click(await screen.findByRole('combobox', { name }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose(/^短信通道/, '营销')
  await choose(/^短信模板/, '活动')
  await user.type(await screen.findByRole('textbox', { name: /^变量 name/ }), '张三')
  expect(fake.inputsOf('smsMarketing.estimate'), 'nobody gets it yet').toEqual([])
  await user.click(screen.getByRole('button', { name: '添加号码' }))
  const numbers = within(await screen.findByRole('dialog', { name: '添加号码' }))
  await user.type(numbers.getByRole('textbox', { name: '手机号码' }), '13800000001|13800000002|')
  await user.click(numbers.getByRole('button', { name: '确定' }))
  await screen.findByText('共 2 个号码，计费 3 条，每条 0.045 元，合计 0.135 元')
  expect(fake.inputsOf('smsMarketing.estimate').at(-1)).toMatchObject({
    smsChannelId: 5,
    smsTemplateId: 6,
    phoneList: ['13800000001', '13800000002'],
    params: { name: '张三' },
  })
  await user.click(screen.getByRole('button', { name: '发送' }))
  await waitFor(() => expect(fake.inputsOf('smsMarketing.batchSend')).toHaveLength(1))
})

it('shows the delivery state of each number', async () => {
  const row = { name: '', attempts: 1, sendTime: '2026-01-02 03:04:05' }
  const fake = host().on('smsMarketing.recipients', () =>
    pageOf([
      { ...row, id: 1, address: '13800000001', state: 'delivered' as const, message: '' },
      { ...row, id: 2, address: '13800000002', state: 'undelivered' as const, message: '没有送达：空号' },
    ]),
  )
  const message: SmsRecord = {
    id: 9,
    siteId: 1,
    templateName: '活动',
    channelName: '营销',
    content: '【集团】您好',
    postTime: '2026-01-02 03:04:05',
    sendType: 1,
    sendTime: '',
    author: 'admin',
    count: 1,
    segments: 2,
    price: 0,
    amount: 0,
    state: 'done',
    reason: '',
    total: 2,
    sent: 1,
    failed: 1,
    doubtful: 0,
  }
  renderUi(<SmsDrawer message={message} onClose={() => undefined} />, { host: fake })
  const bad = within(await screen.findByRole('row', { name: /13800000002/ }))
  bad.getByText('未送达')
  bad.getByText('没有送达：空号')
  within(screen.getByRole('row', { name: /13800000001/ })).getByText('已送达')
  screen.getByText('共 2 个号码，计费 2 条')
})
