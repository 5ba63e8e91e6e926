import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { RootBoundary } from './RootBoundary.tsx'

function Breaking() {
  const [isBroken, setBroken] = useState(false)
  useUnsaved('article', '春季公告', true)
  if (isBroken) throw new Error('broken outside of the pages')
  return <button onClick={() => setBroken(true)}>break</button>
}

describe('the window', () => {
  it('shows what broke, what is unsaved and a way on, in place of nothing', async () => {
    // React writes the error to the console.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    renderUi(
      <RootBoundary>
        <Breaking />
      </RootBoundary>,
      { host: aHost() },
    )
    await userEvent.click(screen.getByRole('button', { name: 'break' }))
    expect((await screen.findByRole('alert')).textContent).toContain('以下内容未保存：春季公告')
    expect(screen.getByRole('button', { name: '重新载入' })).toBeTruthy()
    printed.mockRestore()
  })
})
