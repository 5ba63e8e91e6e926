import { expect, it } from 'vitest'
import { type ColumnRow, findSubtree } from './repo.ts'

const rows = (...pairs: [number, number][]) => pairs.map(([id, parentId]) => ({ id, parentId }) as ColumnRow)

it('takes a column and all below it, each parent before its children', () => {
  const site = rows([1, 0], [2, 1], [3, 2], [4, 1], [5, 0])
  expect(findSubtree(site, 1).map((row) => row.id)).toEqual([1, 2, 4, 3])
  expect(findSubtree(site, 9)).toEqual([])
})
it('ends in a ring, which older data may hold', () => {
  expect(findSubtree(rows([1, 3], [2, 1], [3, 2]), 1).map((row) => row.id)).toEqual([1, 2, 3])
})
