import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ApiToken } from '#shared/contract/apiToken.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ApiTokens } from './ApiTokens.tsx'

configure({ defaultHidden: true })

const aToken = (changes: Partial<ApiToken> = {}): ApiToken => ({
  id: 1,
  name: '官网前端',
  owner: 'admin',
  ending: 'f5XY',
  scopes: ['delivery.read'],
  siteIds: [1],
  columnIds: [],
  addresses: [],
  createDate: '2026-11-23 09:00:00',
  expireDate: '2027-02-22 06:52:05',
  lastUseDate: '',
  lastIp: '',
  refusedDate: '',
  refusedIp: '',
  refusedWhy: '',
  state: 'active',
  ...changes,
})
const host = (tokens: readonly ApiToken[]) =>
  aHost()
    .on('apiToken.page', () => pageOf([...tokens]))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('column.getTree', () => [])

describe('the API tokens', () => {
  it('say what they may do, until when, who used them and who was refused', async () => {
    const refused = { refusedDate: '2026-11-23 10:00:00', refusedIp: '203.0.113.9', refusedWhy: '不在允许的地址中' }
    const used = aToken({ lastUseDate: '2026-11-23 09:30:00', lastIp: '192.0.2.7', ...refused })
    renderUi(<ApiTokens />, { host: host([used, aToken({ id: 2, name: '旧的', state: 'revoked' })]) })
    const row = await screen.findByRole('row', { name: /官网前端/ })
    await waitFor(() => expect(row.textContent).toContain('集团官网'))
    for (const text of ['…f5XY', '有效', '读取已发布的内容', '2027-02-22 06:52', '2026-11-23 09:30（192.0.2.7）'])
      expect(row.textContent).toContain(text)
    expect(row.textContent).toContain('2026-11-23 10:00 被拒绝：不在允许的地址中（203.0.113.9）')
    const old = screen.getByRole('row', { name: /旧的/ })
    expect(old.textContent).toContain('未使用')
    expect(within(old).getByRole('button', { name: /吊销/ }).getAttribute('aria-disabled')).toBe('true')
  })

  it('are shown once after they were made, and send what was chosen', async () => {
    const fake = host([]).on('apiToken.create', () => ({ id: 3, token: 'sct.secret' }))
    renderUi(<ApiTokens />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '新增' }))
    const form = await screen.findByRole('dialog', { name: '新增 API 令牌' })
    await userEvent.type(within(form).getByRole('textbox', { name: '名称' }), '官网前端')
    await userEvent.click(within(form).getByRole('checkbox', { name: '读取已发布的内容' }))
    await userEvent.click(within(form).getByRole('button', { name: '创建' }))
    const once = await screen.findByRole('alertdialog', { name: '令牌已创建：官网前端' })
    expect(within(once).getByLabelText('令牌').textContent).toBe('sct.secret')
    expect(fake.inputsOf('apiToken.create')).toMatchObject([
      { name: '官网前端', scopes: ['delivery.read'], siteIds: [], columnIds: [], addresses: [] },
    ])
    await userEvent.click(within(once).getAllByRole('button', { name: '关闭' })[0] ?? once)
    await waitFor(() => expect(screen.queryByText('sct.secret')).toBeNull())
  })

  it('are revoked after a question', async () => {
    const fake = host([aToken()]).on('apiToken.revoke', () => null)
    renderUi(<ApiTokens />, { host: fake })
    const row = await screen.findByRole('row', { name: /官网前端/ })
    await userEvent.click(within(row).getByRole('button', { name: /吊销/ }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('吊销令牌“官网前端”')
    expect(fake.inputsOf('apiToken.revoke')).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: '吊销' }))
    await waitFor(() => expect(fake.inputsOf('apiToken.revoke')).toEqual([{ id: 1 }]))
  })
})
