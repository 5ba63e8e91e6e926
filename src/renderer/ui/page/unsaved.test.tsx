import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, type ReactNode, useLayoutEffect, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { PageContext } from './page.ts'
import { createTabState } from './tabState.ts'
import { unsavedWork, useUnsaved } from './unsaved.ts'

afterEach(() => act(() => unsavedWork.forget('/page')))

function Editor({ dirty }: { dirty: boolean }) {
  useUnsaved('a.css', '样式 a.css', dirty)
  return null
}

let front = true
const page = { key: '/page', isActive: () => front, state: createTabState(), move: null }

/** A page that is put behind and brought to the front as the page tabs do it. */
function Tab({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(true)
  useLayoutEffect(() => {
    front = shown
    if (shown) unsavedWork.forget('/page')
  }, [shown])
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        switch
      </button>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <PageContext value={page}>{children}</PageContext>
      </Activity>
    </>
  )
}

const toggle = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'switch' }))

describe('unsaved work', () => {
  it('is known while it is unsaved', () => {
    const { rerender } = render(
      <Tab>
        <Editor dirty />
      </Tab>,
    )
    expect(unsavedWork.titlesOf('/page')).toEqual(['样式 a.css'])
    rerender(
      <Tab>
        <Editor dirty={false} />
      </Tab>,
    )
    expect(unsavedWork.titles()).toEqual([])
  })

  it('stays known while its page is behind, and is known once when it comes back', async () => {
    render(
      <Tab>
        <Editor dirty />
      </Tab>,
    )
    await toggle()
    expect(unsavedWork.titlesOf('/page')).toEqual(['样式 a.css'])
    await toggle()
    expect(unsavedWork.titlesOf('/page')).toEqual(['样式 a.css'])
  })

  it('is gone with the part that held it', () => {
    const { rerender } = render(
      <Tab>
        <Editor dirty />
      </Tab>,
    )
    rerender(<Tab>{null}</Tab>)
    expect(unsavedWork.titles()).toEqual([])
  })
})
