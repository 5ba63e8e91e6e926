import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SearchBox } from './SearchBox.tsx'

/** A list that shows what it was asked for when it is told to. */
function List({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchBox value={value} onSearch={onSearch} />
      <input aria-label="put" value={value} onChange={(event) => setValue(event.target.value)} />
    </>
  )
}

function show() {
  const asked: string[] = []
  renderUi(<List onSearch={(text) => asked.push(text)} />, { host: aHost() })
  const put = (text: string): void => void fireEvent.change(screen.getByLabelText('put'), { target: { value: text } })
  return { asked, put, box: screen.getByRole<HTMLInputElement>('searchbox') }
}

it('keeps the typed text since, when the list is late with what it was asked for', async () => {
  const { asked, put, box } = show()
  await userEvent.type(box, 'ab{Enter}c{Enter}d')
  expect(asked).toEqual(['ab', 'abc'])
  put('ab')
  expect(box.value).toBe('abcd')
  put('abc')
  expect(box.value).toBe('abcd')
  await userEvent.type(box, '{Enter}')
  expect(asked).toEqual(['ab', 'abc', 'abcd'])
})

it('shows a text that was put there from outside', async () => {
  const { put, box } = show()
  await userEvent.type(box, 'ab{Enter}')
  put('ab')
  put('')
  expect(box.value).toBe('')
  put('ab')
  expect(box.value).toBe('ab')
})
