import { describe, expect, it } from 'vitest'
import { uploadQuery } from '#shared/contract/upload.ts'
import { computeSpan } from '../store/request.ts'
import { covers, addSpan } from './arrivals.ts'
import { listReceivedChunks } from './session.ts'

const params = (input: object) => uploadQuery.parse(input)
const spans = (totalSize: number, chunkSize: number, totalChunks: number) =>
  Array.from({ length: totalChunks }, (_, index) => {
    const { start, end } = computeSpan(params({ totalSize, chunkSize, totalChunks, chunkNumber: index + 1 }))
    return [start, end]
  })

describe('the plan of chunks', () => {
  it('knows where each belongs, whether the last is longer or shorter [P4]', () => {
    expect(spans(25, 10, 2)).toEqual([
      [0, 10],
      [10, 25],
    ])
    expect(spans(25, 10, 3)).toEqual([
      [0, 10],
      [10, 20],
      [20, 25],
    ])
    expect(spans(20, 10, 2)).toEqual([
      [0, 10],
      [10, 20],
    ])
    expect(spans(5, 10, 1)).toEqual([[0, 5]])
  })
  it.each([
    [{ totalSize: 25, chunkSize: 10, totalChunks: 4, chunkNumber: 1 }, 'totalChunks'],
    [{ totalSize: 25, chunkSize: 0, totalChunks: 2, chunkNumber: 1 }, 'chunkSize'],
    [{ totalSize: 25, chunkSize: 10, totalChunks: 2, chunkNumber: 3 }, 'chunkNumber'],
    [{ totalSize: 25, chunkSize: 10, totalChunks: 2, chunkNumber: 0 }, 'chunkNumber'],
    [{ totalSize: 25, chunkSize: 10, totalChunks: 2, chunkNumber: 2, currentChunkSize: 10 }, '长度'],
  ])('refuses %j, naming %s', (input, named) => {
    expect(() => computeSpan(params(input))).toThrow(named)
  })
  it('joins what touches or overlaps', () => {
    let have = addSpan([], { start: 10, end: 20 })
    have = addSpan(have, { start: 30, end: 40 })
    expect(have).toEqual([
      { start: 10, end: 20 },
      { start: 30, end: 40 },
    ])
    expect(addSpan(have, { start: 20, end: 30 })).toEqual([{ start: 10, end: 40 }])
    expect(addSpan(have, { start: 0, end: 100 })).toEqual([{ start: 0, end: 100 }])
    expect(addSpan(have, { start: 12, end: 15 })).toEqual(have)
    expect(have).toHaveLength(2)
  })
  it('says which chunks are here, also for another chunk size than before [P8]', () => {
    const have = [
      { start: 0, end: 20 },
      { start: 30, end: 40 },
    ]
    expect(listReceivedChunks(have, params({ totalSize: 40, chunkSize: 10, totalChunks: 4 }))).toEqual([1, 2, 4])
    expect(listReceivedChunks(have, params({ totalSize: 40, chunkSize: 5, totalChunks: 8 }))).toEqual([
      1, 2, 3, 4, 7, 8,
    ])
    expect(covers(have, { start: 15, end: 35 })).toBe(false)
  })
})
