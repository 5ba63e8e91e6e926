import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { OwnSession } from '#shared/contract/security.ts'
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

it('one’s own sessions are shown, this one marked, and others are ended after a question', async () => {
  const fake = aHost()
    .on('security.ownSessions', () => [
      row({ current: true }),
      row({ id: 'b', ip: '10.0.0.9', otherIp: '203.0.113.9' }),
    ])
    .on('security.endOwnSessions', () => ({ ended: 1 }))
  renderUi(<OwnSignIns />, { host: fake })
  const here = within(await screen.findByRole('row', { name: /正在使用/ }))
  here.getByText(/Firefox · Linux/)
  expect(here.queryByRole('button', { name: '结束' })).toBeNull()
  const there = within(screen.getByRole('row', { name: /还从 203\.0\.113\.9 使用过/ }))
  await userEvent.click(there.getByRole('button', { name: '结束' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
  expect(fake.inputsOf('security.endOwnSessions')).toEqual([])
  await userEvent.click(there.getByRole('button', { name: '结束' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '结束' }))
  await waitFor(() => expect(fake.inputsOf('security.endOwnSessions')).toEqual([{ id: 'b' }]))
  await userEvent.click(screen.getByRole('button', { name: '结束其他登录' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '结束' }))
  await waitFor(() => expect(fake.inputsOf('security.endOwnSessions').at(-1)).toEqual({ id: '' }))
})

it('there is nothing to end when this is the only one', async () => {
  renderUi(<OwnSignIns />, { host: aHost().on('security.ownSessions', () => [row({ current: true })]) })
  await screen.findByRole('row', { name: /正在使用/ })
  expect(screen.getByRole('button', { name: '结束其他登录' }).getAttribute('aria-disabled')).toBe('true')
})
