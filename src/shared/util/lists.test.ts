import { describe, expect, it } from 'vitest'
import { splitIntoBatches, someOf } from './lists.ts'

describe('parts of a list', () => {
  it('contain the given number of items, the last one the rest', () => {
    expect(splitIntoBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(splitIntoBatches([1, 2], 2)).toEqual([[1, 2]])
    expect(splitIntoBatches([], 2)).toEqual([])
  })
})

describe('some of many', () => {
  it('are all of a few', () => {
    expect(someOf(['甲', '乙'], 2)).toBe('甲、乙')
    expect(someOf([])).toBe('')
  })
  it('are the first of more, with the number of all', () => {
    expect(someOf(['甲', '乙', '丙'], 2)).toBe('甲、乙等 3 个')
    expect(someOf([8, 9, 10], 1, ' 等 N 个文件')).toBe('8 等 3 个文件')
  })
})
