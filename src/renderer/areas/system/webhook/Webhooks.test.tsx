import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Webhooks } from './Webhooks.tsx'

configure({ defaultHidden: true })

const aHook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  name: '前端缓存',
  url: 'https://hook.example.com/',
  events: ['content.published'],
  siteIds: [1],
  isOn: true,
  offReason: '',
  createBy: 'admin',
  lastDate: '2026-11-23 09:00:00',
  lastOk: true,
  version: 4,
  changedBy: 'admin',
  changedAt: '2026-11-23 08:00:00',
  ...changes,
})
const delivery: WebhookDelivery = {
  id: 9,
  event: 'content.published',
  siteId: 1,
  state: 'failed',
  attempts: 8,
  status: 500,
  durationMs: 12,
  reason: '状态码 500',
  createDate: '2026-11-23 09:00:00',
  nextDate: '',
  request: '{"event":"content.published"}',
  answer: '出错了',
}
const host = (hook: Webhook) =>
  aHost()
    .on('webhook.page', () => pageOf([hook]))
    .on('webhook.deliveries', () => pageOf([delivery]))
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
const rowOf = () => screen.findByRole('row', { name: /前端缓存/ })

describe('the webhooks', () => {
  it.each([
    [aHook(), '启用'],
    [aHook({ lastOk: false }), '发送失败'],
    [aHook({ isOn: false }), '停用'],
    [aHook({ isOn: false, offReason: '连续 3 天没有一次成功' }), '已自动停用'],
  ])('say how they are: %#', async (hook, state) => {
    renderUi(<Webhooks />, { host: host(hook) })
    expect((await rowOf()).textContent).toContain(state)
  })

  it.each([true, false])('show a secret once when it is new: %s', async (renew) => {
    const fake = host(aHook()).on('webhook.save', ({ renewSecret }) => ({
      webhook: aHook(),
      secret: renewSecret ? 'whsec_new' : '',
    }))
    renderUi(<Webhooks />, { host: fake })
    await userEvent.click(within(await rowOf()).getByRole('button', { name: /编辑/ }))
    const form = await screen.findByRole('dialog', { name: '编辑 Webhook' })
    if (renew) await userEvent.click(within(form).getByRole('switch', { name: '更换签名密钥' }))
    await userEvent.click(within(form).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.inputsOf('webhook.save')).toMatchObject([{ id: 1, version: 4, renewSecret: renew }])
    const once = screen.queryByRole('alertdialog', { name: '“前端缓存”的签名密钥' })
    expect(once ? within(once).getByLabelText('签名密钥').textContent : null).toBe(renew ? 'whsec_new' : null)
  })

  it('keep what was sent and answered, and repeat it', async () => {
    const fake = host(aHook()).on('webhook.retry', () => null)
    renderUi(<Webhooks />, { host: fake })
    await userEvent.click(within(await rowOf()).getByRole('button', { name: /日志/ }))
    const line = await screen.findByRole('row', { name: /状态码 500/ })
    expect(line.textContent).toContain('状态码 500')
    await userEvent.click(within(line).getByRole('button', { name: /详情/ }))
    expect((await screen.findByRole('region', { name: '响应（状态码 500，用时 12 ms）' })).textContent).toBe('出错了')
    await userEvent.click(within(line).getByRole('button', { name: /重试/ }))
    await waitFor(() => expect(fake.inputsOf('webhook.retry')).toEqual([{ id: 9 }]))
  })
})
