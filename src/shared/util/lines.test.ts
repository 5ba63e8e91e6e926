import { expect, it } from 'vitest'
import { splitLines } from './lines.ts'

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}
async function read(texts: readonly string[], most?: number) {
  const lines: string[] = []
  const source = splitLines(pieces(...texts), most === undefined ? {} : { maxChars: most })
  for (let next = await source.next(); ; next = await source.next()) {
    if (next.done) return { lines, rest: next.value }
    lines.push(next.value)
  }
}

it('lines come whole, however the text is cut into pieces, and end with a line feed alone', async () => {
  expect(await read(['a\n\nb', '', 'c', '\nd\u2028e\r\nf'])).toEqual({
    lines: ['a', '', 'bc', 'd\u2028e\r'],
    rest: 'f',
  })
  expect(await read(['a\n'])).toEqual({ lines: ['a'], rest: '' })
})

it('a line that is too long is refused before its end has come', async () => {
  await expect(read(['abc', 'def'], 5)).rejects.toThrow('too long')
  expect((await read(['abc', 'de\nabcde\n'], 5)).lines).toEqual(['abcde', 'abcde'])
})
