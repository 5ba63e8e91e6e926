import { expect, it } from 'vitest'
import { cutBytes, splitHeadedBytes, encodeHeadedBytes } from './headedBytes.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

it('gives back what was put together, also from the middle of a larger buffer', () => {
  const body = encodeHeadedBytes(bytes(1, 2), [bytes(3), bytes(), bytes(4, 5)])
  const inside = new Uint8Array(body.length + 3)
  inside.set(body, 3)
  const read = splitHeadedBytes(inside.subarray(3), 2)
  expect(read?.head).toEqual(bytes(1, 2))
  expect(cutBytes(read?.rest ?? bytes(), [1, 0, 2])).toEqual([bytes(3), bytes(), bytes(4, 5)])
})
it('rejects truncated bodies, too long heads, and pieces of other sizes', () => {
  const body = encodeHeadedBytes(bytes(1, 2), [bytes(3, 4)])
  expect(splitHeadedBytes(body.subarray(0, 5), 100)).toBeNull()
  expect(splitHeadedBytes(bytes(0, 0), 100)).toBeNull()
  expect(splitHeadedBytes(body, 1)).toBeNull()
  expect(cutBytes(bytes(3, 4), [1])).toBeNull()
  expect(cutBytes(bytes(3, 4), [1, 2])).toBeNull()
})
