import { expect, it } from 'vitest'
import { statisticsTotal } from './statistics.ts'

it('adds up each count, and nothing for no rows', () => {
  const one = { publishedCount: 1, toBePublishedCount: 2, recycleBinCount: 3, draftBoxCount: 4, sum: 10 }
  const two = { publishedCount: 5, toBePublishedCount: 0, recycleBinCount: 0, draftBoxCount: 1, sum: 6 }
  expect(statisticsTotal([one, two])).toEqual({
    publishedCount: 6,
    toBePublishedCount: 2,
    recycleBinCount: 3,
    draftBoxCount: 5,
    sum: 16,
  })
  expect(statisticsTotal([]).sum).toBe(0)
})
