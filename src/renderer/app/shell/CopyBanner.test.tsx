import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aSession } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { CopyBanner } from './CopyBanner.tsx'

it('shows that the server is a copy, and asks before it replaces the original', async () => {
  let isCopy = true
  const host = aHost()
    .on('session.status', () => aSession())
    .on('backup.copyState', () => ({ isCopy }))
    .on('backup.confirmOriginal', () => {
      isCopy = false
      return null
    })
  renderUi(<CopyBanner />, { host })
  const button = await screen.findByRole('button', { name: '由本服务器代替原服务器' })
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(host.inputsOf('backup.confirmOriginal')).toEqual([])
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: '代替原服务器' }))
  await waitFor(() => expect(screen.queryByText(/本服务器是副本/)).toBeNull())
  expect(host.inputsOf('backup.confirmOriginal')).toEqual([{}])
})

it('says nothing on an original, and on a server without the call', async () => {
  const host = aHost()
    .on('session.status', () => aSession())
    .on('backup.copyState', () => ({ isCopy: false }))
  renderUi(<CopyBanner />, { host })
  await waitFor(() => expect(host.inputsOf('backup.copyState')).toHaveLength(1))
  expect(screen.queryByText(/本服务器是副本/)).toBeNull()
})
