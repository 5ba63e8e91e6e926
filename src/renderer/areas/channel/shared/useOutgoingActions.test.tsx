import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { useOutgoingActions } from './useOutgoingActions.ts'

const message = { id: 7, state: 'paused' as const, failed: 2, doubtful: 1 }

function Resend({ failed }: { failed: number }) {
  const actions = useOutgoingActions({ update: 'smsMarketing.update', resend: 'smsMarketing.resend' })
  const resend = actions({ ...message, failed }, '活动').find(({ title }) => title === '重发失败的')
  return <button onClick={() => resend?.run()}>resend</button>
}

const begin = async (failed: number) => {
  const host = aHost().on('smsMarketing.resend', () => null)
  renderUi(<Resend failed={failed} />, { host })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'resend' }))
  await screen.findByRole('alertdialog')
  return { user, sent: () => host.inputsOf('smsMarketing.resend') }
}
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

it.each(['返回', 'Escape'])('sends nothing at %s', async (way) => {
  const { user, sent } = await begin(2)
  await (way === 'Escape' ? user.keyboard('{Escape}') : user.click(screen.getByRole('button', { name: way })))
  await closed()
  expect(sent()).toEqual([])
})

it.each([
  ['只重发失败的', false],
  ['全部重发', true],
])('sends at %s', async (button, doubtful) => {
  const { user, sent } = await begin(2)
  await user.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(sent()).toEqual([{ id: 7, doubtful }]))
})

it('offers 只重发失败的 only if something failed', async () => {
  const { user, sent } = await begin(0)
  expect(screen.queryByRole('button', { name: '只重发失败的' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回' }))
  await closed()
  expect(sent()).toEqual([])
})
