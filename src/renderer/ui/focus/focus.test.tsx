import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { requireValue } from '#shared/util/assertNever.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

/** A dialog with an offer, whose button goes with the answer that a second dialog takes. */
function Stacked() {
  const [offered, setOffered] = useState(true)
  const [asking, setAsking] = useState(false)
  const answer = (): void => {
    setAsking(false)
    setOffered(false)
  }
  return (
    <>
      <main tabIndex={-1} />
      <PanelDialog title="第一个" size="small" onClose={() => {}}>
        {offered && <button onClick={() => setAsking(true)}>比较</button>}
      </PanelDialog>
      {asking && (
        <PanelDialog title="第二个" size="small" onClose={answer}>
          <button onClick={answer}>回答</button>
        </PanelDialog>
      )}
    </>
  )
}

it('a dialog that closes leaves the focus to the dialog below it, also when what opened it is gone', async () => {
  renderUi(<Stacked />, { host: aHost() })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '比较' }))
  await user.click(await screen.findByRole('button', { name: '回答' }))
  const below = requireValue(screen.getByText('第一个').closest('[aria-modal="true"]'), 'it is still open')
  await waitFor(() => expect(below.contains(document.activeElement)).toBe(true))
})

it('a dialog over another one is the one that screen readers read, also when it has the focus before it has content', async () => {
  renderUi(<Stacked />, { host: aHost() })
  fireEvent.click(await screen.findByRole('button', { name: '比较' }))
  const [below, above] = ['第一个', '第二个'].map((title) =>
    requireValue(screen.getByText(title).closest('[aria-modal="true"]'), 'both are open'),
  )
  await waitFor(() => expect(below?.getAttribute('aria-hidden')).toBe('true'))
  expect(above?.getAttribute('aria-hidden')).toBeNull()
})
