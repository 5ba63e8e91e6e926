import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Of } from './hash.ts'
import { createHasher, hashFile } from './hashThread.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-hash-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('many files at once, each with its own hash and size', async () => {
  const texts = Array.from({ length: 200 }, (_, n) => `text ${n}`.repeat(n))
  await Promise.all(texts.map((text, n) => writeFile(join(folder, String(n)), text)))
  const found = await Promise.all(texts.map((_, n) => hashFile(join(folder, String(n)))))
  expect(found).toEqual(
    texts.map((text) => ({ kind: 'file', sha256: sha256Of(Buffer.from(text)), size: Buffer.byteLength(text) })),
  )
})

test('a big file does not hold the calling thread up, and can be given up', async () => {
  const big = join(folder, 'big')
  await writeFile(big, '')
  await truncate(big, 4 * 1024 ** 3)
  const stop = new AbortController()
  const hashing = hashFile(big, stop.signal)
  const before = process.cpuUsage()
  const small = await hashFile(join(folder, '7'))
  expect(small.size).toBe('text 7'.length * 7)
  stop.abort()
  await expect(hashing).rejects.toMatchObject({ name: 'AbortError' })
  await expect(hashFile(big, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  // The rest of the 4 GB is not read: that would take seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  await rm(big)
})

test('what the file system refuses keeps its code', async () => {
  await expect(hashFile(join(folder, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(hashFile(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})

test('where the thread can’t run, or breaks, files are hashed nevertheless', async () => {
  const file = join(folder, '7')
  const whole = await hashFile(file)
  const broken = createHasher(new URL('data:text/javascript,throw new Error("no threads here")'))
  expect(await Promise.all([broken(file), broken(file)])).toEqual([whole, whole])
  expect(await broken(file)).toEqual(whole)
  const source = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit())'
  const breaking = createHasher(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  expect(await breaking(file)).toEqual(whole)
})
