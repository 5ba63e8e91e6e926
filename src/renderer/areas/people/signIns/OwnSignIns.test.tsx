import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { OwnFactor, OwnSession } from '#shared/contract/security.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { OwnSignIns } from './OwnSignIns.tsx'

configure({ defaultHidden: true })

const row = (given: Partial<OwnSession>): OwnSession => ({
  id: 'a',
  way: 'password',
  ip: '10.0.0.8',
  otherIp: '',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
  createDate: '2026-01-02 03:04:05',
  lastUseDate: '2026-01-02 04:05:06',
  current: false,
  ...given,
})

const factor = (given: Partial<OwnFactor> = {}): OwnFactor => ({
  isOn: true,
  since: '2026-01-02 03:04:05',
  recoveryLeft: 9,
  isRequired: false,
  asksPassword: false,
  ...given,
})

it('one’s own second factor is shown, asked for new recovery codes and switched off', async () => {
  const fake = aHost()
    .on('security.ownSessions', () => [row({ current: true })])
    .on('security.secondFactor', () => factor())
    .on('security.newRecoveryCodes', () => ({ recoveryCodes: ['ABCDE-FGHJK'] }))
    .on('security.removeSecondFactor', () => null)
  renderUi(<OwnSignIns />, { host: fake })
  const card = within(await screen.findByRole('region', { name: '两步验证' }))
  card.getByText(/已于 2026-01-02 03:04:05 开启.+还有 9 个恢复码/)
  await userEvent.click(card.getByRole('button', { name: '重新生成恢复码' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /两步验证码/ }), '123456{Enter}')
  await screen.findByText('ABCDE-FGHJK')
  await userEvent.click(screen.getByRole('button', { name: '我已保存' }))
  await waitFor(() => expect(screen.queryByText('ABCDE-FGHJK')).toBeNull())
  await userEvent.click(card.getByRole('button', { name: '关闭' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /两步验证码/ }), '234567{Enter}')
  await waitFor(() => expect(fake.inputsOf('security.removeSecondFactor')).toEqual([{ factorCode: '234567' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a second factor that the group demands is not switched off, and few recovery codes are said', async () => {
  const fake = aHost()
    .on('security.ownSessions', () => [row({ current: true })])
    .on('security.secondFactor', () => factor({ isRequired: true, recoveryLeft: 2 }))
  renderUi(<OwnSignIns />, { host: fake })
  const card = within(await screen.findByRole('region', { name: '两步验证' }))
  card.getByText(/您的用户组要求两步验证/)
  card.getByText(/恢复码仅剩 2 个/)
  expect(card.queryByRole('button', { name: '关闭' })).toBeNull()
})

it('one’s own sessions are shown, this one marked, and others are ended after a question', async () => {
  const fake = aHost()
    .on('security.ownSessions', () => [
      row({ current: true }),
      row({ id: 'b', ip: '10.0.0.9', otherIp: '203.0.113.9' }),
    ])
    .on('security.endOwnSessions', () => ({ ended: 1 }))
  renderUi(<OwnSignIns />, { host: fake })
  const here = within(await screen.findByRole('row', { name: /当前设备/ }))
  here.getByText(/Firefox · Linux/)
  expect(here.queryByRole('button', { name: '退出' })).toBeNull()
  const there = within(screen.getByRole('row', { name: /另从 203\.0\.113\.9 使用过/ }))
  await userEvent.click(there.getByRole('button', { name: '退出' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
  expect(fake.inputsOf('security.endOwnSessions')).toEqual([])
  await userEvent.click(there.getByRole('button', { name: '退出' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '退出' }))
  await waitFor(() => expect(fake.inputsOf('security.endOwnSessions')).toEqual([{ id: 'b' }]))
  await userEvent.click(screen.getByRole('button', { name: '退出其他登录' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '退出' }))
  await waitFor(() => expect(fake.inputsOf('security.endOwnSessions').at(-1)).toEqual({ id: '' }))
})

it('there is nothing to end when this is the only one', async () => {
  renderUi(<OwnSignIns />, { host: aHost().on('security.ownSessions', () => [row({ current: true })]) })
  await screen.findByRole('row', { name: /当前设备/ })
  expect(screen.getByRole('button', { name: '退出其他登录' }).getAttribute('aria-disabled')).toBe('true')
})
