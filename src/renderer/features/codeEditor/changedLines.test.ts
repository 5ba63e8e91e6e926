import { expect, it } from 'vitest'
import { changedLines } from './changedLines.ts'

it('names changed, added and removed lines on both sides, whatever the line ends', () => {
  expect(changedLines('a\nb\nc\nd', 'a\r\nB\r\nc\r\nnew\r\nd')).toEqual({
    own: [
      { from: 2, to: 2 },
      { from: 4, to: 4 },
    ],
    base: [{ from: 2, to: 2 }],
  })
  expect(changedLines('a\nb\nc', 'a\nc')).toEqual({ own: [], base: [{ from: 2, to: 2 }] })
  expect(changedLines('a', 'a')).toEqual({ own: [], base: [] })
})
