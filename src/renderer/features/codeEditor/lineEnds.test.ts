import { expect, it } from 'vitest'
import { lineEndsOf } from './lineEnds.ts'

it.each([
  ['one line', 'LF', false],
  ['a\nb\n', 'LF', false],
  ['a\r\nb\r\n', 'CRLF', false],
  ['a\r\nb\r\nc\n', 'CRLF', true],
  ['a\nb\nc\r\n', 'LF', true],
  ['a\rb\r', 'CRLF', true],
] as const)('the line ends of %j: %s, mixed: %s', (text, ends, mixed) => {
  expect(lineEndsOf(text)).toEqual({ ends, mixed })
})
