import { describe, expect, it } from 'vitest'
import { readChoice, filesOfShard } from './choice.ts'

describe('what the tests are asked for', () => {
  it.each([
    [[], { all: false, shard: null, resume: false }],
    [['--all', '--shard', '2/4', '--resume'], { all: true, shard: { index: 2, count: 4 }, resume: true }],
    [['--all', '--shard=4/4'], { all: true, shard: { index: 4, count: 4 }, resume: false }],
  ])('%j', (args, choice) => expect(readChoice(args)).toEqual(choice))

  it.each(['0/4', '5/4', '1', '', 'a/b', '1/0'])('a shard of %j is refused', (shard) => {
    expect(() => readChoice(['--all', '--shard', shard])).toThrow('--shard')
  })

  it('what is unknown, or of the whole suite alone, is refused', () => {
    expect(() => readChoice(['--al'])).toThrow('Unknown: --al')
    expect(() => readChoice(['--resume'])).toThrow('test:all')
  })
})

it('shards are alike in size and hold every file once', () => {
  const files = Array.from({ length: 10 }, (_none, at) => `${at}.test.ts`)
  const parts = [1, 2, 3, 4].map((index) => filesOfShard(files, { index, count: 4 }))
  expect(parts.map((part) => part.length)).toEqual([3, 3, 2, 2])
  expect(parts.flat().sort()).toEqual(files)
  expect(filesOfShard(files, null)).toEqual(files)
})
