import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { startS3 } from '#tests/fakes/s3.ts'
import { hashOf } from '#tests/builders/template.ts'
import type { BlobStore } from './blobStore.ts'
import { openLocalBlobStore } from './local/blobs.ts'
import { openS3BlobStore } from './s3/blobs.ts'

const MB = 1024 * 1024
const KEY = 'content/ab/abcdef'
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-blobs-'))
  endings.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openS3(): Promise<BlobStore> {
  const s3 = await startS3()
  endings.push(() => s3.close())
  return openS3BlobStore(await tempFolder(), s3.options)
}

describe.each([
  ['local disk', async () => openLocalBlobStore(await tempFolder())],
  ['S3', openS3],
] as const)('blobs on %s', (where, open) => {
  const keep = async (store: BlobStore, bytes: Buffer, key = KEY) => {
    const received = await store.receive(Readable.from([bytes]), { sha256: true })
    await store.store(received, key)
    await store.discard(received)
    return received
  }

  it('are hashed as they come and read back, whole or a part', async () => {
    const store = await open()
    const bytes = randomBytes(3 * MB + 5)
    expect(await store.has(KEY)).toBe(false)
    expect(await keep(store, bytes)).toMatchObject({
      size: bytes.length,
      sha256: await hashOf(bytes),
      sha512: await hashOf(bytes, 'SHA-512'),
    })
    expect(await store.has(KEY)).toBe(true)
    expect(await buffer(await store.stream(KEY))).toEqual(bytes)
    expect(await buffer(await store.stream(KEY, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
  })
  it('of many parts and of no bytes are whole', { timeout: 60_000 }, async () => {
    const store = await open()
    for (const bytes of [randomBytes(20 * MB + 3), Buffer.alloc(0)]) {
      await keep(store, bytes, `content/${bytes.length}`)
      expect((await buffer(await store.stream(`content/${bytes.length}`))).equals(bytes)).toBe(true)
    }
  })
  it('may be kept again, and are there for a new try until they are discarded', async () => {
    const store = await open()
    const received = await store.receive(Readable.from([Buffer.from('same')]), { sha256: false })
    for (let tries = 0; tries < 2; tries++) await store.store(received, KEY)
    expect(await readFile(received.file, 'utf8')).toBe('same')
    await store.discard(received)
    expect((await buffer(await store.stream(KEY))).toString()).toBe('same')
  })
  it('that are gone are not found, and can be removed again', async () => {
    const store = await open()
    await keep(store, Buffer.from('x'))
    await store.remove(KEY)
    await store.remove(KEY)
    expect(await store.has(KEY)).toBe(false)
    await expect(store.stream(KEY)).rejects.toMatchObject({ code: 'not-found' })
  })
  it('are given out as a file, and come back', async () => {
    const store = await open()
    await keep(store, Buffer.from('bytes'))
    const copy = await store.extract(KEY, { keep: true })
    expect([copy.isMoved, await readFile(copy.file, 'utf8')]).toEqual([false, 'bytes'])
    await copy.undo()
    await expect(readFile(copy.file)).rejects.toThrow('ENOENT')
    const taken = await store.extract(KEY, { keep: false })
    expect([taken.isMoved, await readFile(taken.file, 'utf8')]).toEqual([where === 'local disk', 'bytes'])
    expect(await store.has(KEY)).toBe(!taken.isMoved)
    await taken.undo()
    expect(await store.has(KEY)).toBe(true)
  })
  it('are listed by the beginning of their keys, with size and time, and copied', { timeout: 60_000 }, async () => {
    const store = await open()
    const listed = async (prefix: string) => {
      const found = []
      for await (const object of store.list(prefix)) found.push(object)
      return found.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    }
    expect(await listed('content/')).toEqual([])
    await keep(store, Buffer.from('one'), 'content/ab/one')
    await keep(store, Buffer.from('another'), 'content/cd/two')
    await keep(store, Buffer.from('x'), 'kept/sheets/one')
    const before = Date.now()
    expect(await listed('content/')).toMatchObject([
      { key: 'content/ab/one', size: 3 },
      { key: 'content/cd/two', size: 7 },
    ])
    for (const { time } of await listed('')) expect(Math.abs(before - time)).toBeLessThan(60_000)
    await store.copy('content/cd/two', 'kept/copy')
    expect((await buffer(await store.stream('kept/copy'))).toString()).toBe('another')
    expect((await listed('kept/')).map(({ key }) => key)).toEqual(['kept/copy', 'kept/sheets/one'])
    await expect(store.copy('content/no', 'kept/no')).rejects.toMatchObject({ code: 'not-found' })
  })
  it('of more than a thousand are all listed', { timeout: 120_000 }, async () => {
    const store = await open()
    const received = await store.receive(Readable.from([Buffer.from('x')]), { sha256: false })
    const keys = Array.from({ length: 1003 }, (_, at) => `many/${String(at).padStart(4, '0')}`)
    for (let from = 0; from < keys.length; from += 20)
      await Promise.all(keys.slice(from, from + 20).map((key) => store.store(received, key)))
    const found: string[] = []
    for await (const { key } of store.list('many/')) found.push(key)
    expect(found.toSorted()).toEqual(keys)
  })
  it('leave nothing when the stream breaks', async () => {
    const store = await open()
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(2 * MB)
        throw new Error('cut')
      })(),
    )
    const file = await store.tempFile()
    await writeFile(file, 'another one on its way')
    await expect(store.receive(broken, { sha256: false })).rejects.toThrow('cut')
    expect(await readdir(join(file, '..'))).toEqual([file.split('/').at(-1)])
    await store.discard({ file })
  })
})

it('a bucket that is away is said in Chinese, as something to try again', async () => {
  const s3 = await startS3()
  const store = openS3BlobStore(await tempFolder(), s3.options)
  await s3.close()
  await expect(store.has(KEY)).rejects.toMatchObject({
    code: 'unavailable',
    retryable: true,
    message: expect.stringContaining('文件存储暂时无法连接'),
  })
})
