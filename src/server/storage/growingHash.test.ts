import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGrowingHash } from './growingHash.ts'

const MB = 1024 * 1024
const digestOf = (content: Buffer) => createHash('sha512').update(content).digest('hex')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-growing-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('follows a file while it grows, whatever the steps', async () => {
  const file = join(folder, 'grows')
  const content = randomBytes(5 * MB + 7)
  const hash = createGrowingHash(file)
  let at = 0
  await writeFile(file, '')
  for (const step of [1, MB - 1, MB / 2, 3 * MB, content.length]) {
    const next = Math.min(at + step, content.length)
    await appendFile(file, content.subarray(at, next))
    hash.advance((at = next))
    expect(hash.upTo).toBe(at)
  }
  expect(await hash.digest()).toBe(digestOf(content))
})

it('reads at most the given length, and nothing twice', async () => {
  const file = join(folder, 'longer')
  const content = randomBytes(2 * MB)
  await writeFile(file, content)
  const hash = createGrowingHash(file)
  hash.advance(MB)
  hash.advance(MB / 2)
  hash.advance(MB)
  expect(await hash.digest()).toBe(digestOf(content.subarray(0, MB)))
})

it('many at once, and those that are dropped, do not mix', async () => {
  const contents = Array.from({ length: 20 }, (_, n) => randomBytes(n * 50_000 + 1))
  const hashes = contents.map((_, n) => createGrowingHash(join(folder, `many-${n}`)))
  await Promise.all(contents.map((content, n) => writeFile(join(folder, `many-${n}`), content)))
  hashes.forEach((hash, n) => hash.advance(contents[n]?.length ?? 0))
  for (const hash of hashes.filter((_, n) => n % 2)) hash.cancel()
  const kept = hashes.filter((_, n) => n % 2 === 0)
  const expected = contents.filter((_, n) => n % 2 === 0).map(digestOf)
  expect(await Promise.all(kept.map((hash) => hash.digest()))).toEqual(expected)
})

it('answers null for a file that is gone, or shorter than was said', async () => {
  const gone = createGrowingHash(join(folder, 'gone'))
  gone.advance(1)
  expect(await gone.digest()).toBeNull()
  const file = join(folder, 'shorter')
  await writeFile(file, randomBytes(MB))
  await truncate(file, 10)
  const shorter = createGrowingHash(file)
  shorter.advance(MB)
  expect(await shorter.digest()).toBeNull()
})
