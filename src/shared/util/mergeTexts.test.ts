import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTexts } from './mergeTexts.ts'

const anyText = fc
  .array(fc.constantFrom('', '<p>', '</p>', 'a', 'b'), { maxLength: 12 })
  .map((lines) => lines.join('\n'))

test('a side that changed nothing gives way, and equal changes are no conflict', () => {
  fc.assert(
    fc.property(anyText, anyText, (base, changed) => {
      expect(mergeTexts(base, changed, base)).toEqual({ text: changed, clean: true })
      expect(mergeTexts(base, base, changed)).toEqual({ text: changed, clean: true })
      expect(mergeTexts(base, changed, changed)).toEqual({ text: changed, clean: true })
    }),
  )
})

test('changes in different lines are both in the result', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 30 }), fc.nat(), fc.nat(), (count, x, y) => {
      const lines = Array.from({ length: count }, (_each, n) => `line ${n}`)
      const [here, there] = [x % count, y % count]
      fc.pre(Math.abs(here - there) > 1)
      const merged = mergeTexts(
        lines.join('\n'),
        lines.with(here, 'mine').join('\n'),
        lines.with(there, 'theirs').join('\n'),
      )
      expect(merged).toEqual({ text: lines.with(here, 'mine').with(there, 'theirs').join('\n'), clean: true })
    }),
  )
})

test.each([
  ['the same line', '1\n2\n3', '1\nx\n3', '1\ny\n3'],
  ['neighbouring lines', '1\n2\n3\n4', '1\nx\n3\n4', '1\n2\ny\n4'],
  ['an insertion beside an edit', '1\n2\n3', '1\nnew\n2\n3', '1\nx\n3'],
  ['two insertions at one place', '1\n2', '1\na\n2', '1\nb\n2'],
  ['a deletion against an edit', '1\n2\n3\n4', '1\n4', '1\n2\nx\n4'],
])('a person decides: %s', (_title, base, local, remote) => {
  const { text, clean } = mergeTexts(base, local, remote)
  expect(clean).toBe(false)
  for (const mark of ['<<<<<<< 本地', '||||||| 上次同步', '=======', '>>>>>>> 服务器']) expect(text).toContain(mark)
})

test('a long page of repeated lines is merged in time', () => {
  const lines: string[] = Array.from({ length: 20_000 }, (_each, n) => (n % 3 === 0 ? '</div>' : ''))
  const [local, remote] = [[...lines], [...lines]]
  for (let n = 0; n < lines.length; n += 50) {
    local[n] = `mine ${n}`
    remote[n + 25] = `theirs ${n}`
  }
  const { clean, text } = mergeTexts(lines.join('\n'), local.join('\n'), remote.join('\n'))
  expect(clean).toBe(true)
  expect(text.split('\n').filter((line) => /^(mine|theirs)/.test(line))).toHaveLength(800)
})
