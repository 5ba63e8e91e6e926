import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHasher } from './hashThread.ts'

const hash = createHasher(8)
const digestOf = (text: string, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-hash-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('many files at once, each with its own hash and size', async () => {
  const texts = Array.from({ length: 200 }, (_, n) => `text ${n}`.repeat(n))
  await Promise.all(texts.map((text, n) => writeFile(join(folder, String(n)), text)))
  const found = await Promise.all(texts.map((_, n) => hash(join(folder, String(n)), 'sha256')))
  expect(found).toEqual(texts.map((text) => ({ digest: digestOf(text), size: Buffer.byteLength(text) })))
})

test('a big file does not hold the calling thread up, and can be given up', async () => {
  const big = join(folder, 'big')
  await writeFile(big, '')
  await truncate(big, 4 * 1024 ** 3)
  const stop = new AbortController()
  const hashing = hash(big, 'sha256', { signal: stop.signal })
  const before = process.cpuUsage()
  const small = await hash(join(folder, '7'), 'sha256')
  expect(small.size).toBe('text 7'.length * 7)
  stop.abort()
  await expect(hashing).rejects.toMatchObject({ name: 'AbortError' })
  await expect(hash(big, 'sha256', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  // The rest of the 4 GB is not read: that would take seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  await rm(big)
})

test('SHA-512 of a file of many pieces, with its progress', async () => {
  const file = join(folder, 'pieces')
  const text = 'abcdefg'.repeat(400_000)
  await writeFile(file, text)
  const told: number[] = []
  const whole = { digest: digestOf(text, 'sha512'), size: text.length }
  expect(await hash(file, 'sha512', { onProgress: (done) => told.push(done) })).toEqual(whole)
  expect(told.every((done) => done <= text.length)).toBe(true)
  await writeFile(file, '')
  expect(await hash(file, 'sha512')).toEqual({ digest: digestOf('', 'sha512'), size: 0 })
})

test('what the file system refuses keeps its code', async () => {
  await expect(hash(join(folder, 'gone'), 'sha512')).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(hash(folder, 'sha512')).rejects.toMatchObject({ code: 'EISDIR' })
})

test('where the thread can’t run, or breaks, files are hashed nevertheless', async () => {
  const file = join(folder, '7')
  const whole = await hash(file, 'sha256')
  const broken = createHasher(8, new URL('data:text/javascript,throw new Error("no threads here")'))
  expect(await Promise.all([broken(file, 'sha256'), broken(file, 'sha256')])).toEqual([whole, whole])
  expect(await broken(file, 'sha256')).toEqual(whole)
  const source = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit())'
  const breaking = createHasher(8, new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  expect(await breaking(file, 'sha256')).toEqual(whole)
})

test('a thread that has nothing to do ends, and another one takes the next file', async () => {
  const threads = (): number => process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length
  const file = join(folder, '7')
  const resting = createHasher(1, undefined, 50)
  const before = threads()
  const whole = await resting(file, 'sha256')
  await expect.poll(threads).toBe(before)
  expect(await resting(file, 'sha256')).toEqual(whole)
})
