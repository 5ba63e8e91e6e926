import { expect, it } from 'vitest'
import { cutBytes, readHead, withHead } from './headedBytes.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

it('gives back what was put together, also from the middle of a larger buffer', () => {
  const body = withHead(bytes(1, 2), [bytes(3), bytes(), bytes(4, 5)])
  const inside = new Uint8Array(body.length + 3)
  inside.set(body, 3)
  const read = readHead(inside.subarray(3), 2)
  expect(read?.head).toEqual(bytes(1, 2))
  expect(cutBytes(read?.rest ?? bytes(), [1, 0, 2])).toEqual([bytes(3), bytes(), bytes(4, 5)])
})
it('rejects truncated bodies, too long heads, and pieces of other sizes', () => {
  const body = withHead(bytes(1, 2), [bytes(3, 4)])
  expect(readHead(body.subarray(0, 5), 100)).toBeNull()
  expect(readHead(bytes(0, 0), 100)).toBeNull()
  expect(readHead(body, 1)).toBeNull()
  expect(cutBytes(bytes(3, 4), [1])).toBeNull()
  expect(cutBytes(bytes(3, 4), [1, 2])).toBeNull()
})
