import { expect, it } from 'vitest'
import { conflictBlocks, resolveBlock, hasMarks } from './conflictMarks.ts'

const text = [
  'head',
  '<<<<<<< 本地',
  'mine',
  '||||||| 上次同步',
  'old',
  '=======',
  'theirs',
  '>>>>>>> 服务器',
  'tail',
  '<<<<<<< 本地',
  'a',
  '=======',
  '>>>>>>> 服务器',
  '',
].join('\n')

it('finds the places that a merge left, with and without the common version', () => {
  expect(conflictBlocks(text)).toEqual([
    { start: 2, base: 4, middle: 6, end: 8 },
    { start: 10, base: null, middle: 12, end: 13 },
  ])
  expect(conflictBlocks('a\n=======\nb')).toEqual([])
})

it.each([
  ['local', 'head\nmine\ntail'],
  ['remote', 'head\ntheirs\ntail'],
  ['both', 'head\nmine\ntheirs\ntail'],
] as const)('decides one place by %s and leaves the rest as it is', (taken, begin) => {
  const [place] = conflictBlocks(text)
  if (!place) throw new Error('a place was expected')
  const decided = resolveBlock(text, place, taken)
  expect(decided.startsWith(`${begin}\n<<<<<<< 本地\na\n`)).toBe(true)
  expect(conflictBlocks(decided)).toHaveLength(1)
  const windows = text.replaceAll('\n', '\r\n')
  expect(resolveBlock(windows, place, taken)).toBe(decided.replaceAll('\n', '\r\n'))
})

it('sees marks that lost their others, and takes no underline of a heading for one', () => {
  expect(hasMarks(text)).toBe(true)
  expect(hasMarks('a\n>>>>>>> 服务器\n')).toBe(true)
  expect(hasMarks('a\r\n=======\r\nb')).toBe(true)
  expect(hasMarks('Title\n========\n<<< a')).toBe(false)
})
