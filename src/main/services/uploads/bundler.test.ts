import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BUNDLE } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { until } from '#tests/fakes/syncHarness.ts'
import { anAttachment } from '#tests/fakes/uploads.ts'
import type { ApiClient, BundledFile } from '../types.ts'
import { type Bundler, createBundler } from './bundler.ts'
import { TokenBucket } from './core/bucket.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import { fileStamp } from './source.ts'

let folder: string
/** The names of each bundle that was sent. */
let bundles: string[][]
let answer: (files: readonly BundledFile[]) => ReturnType<ApiClient['sendBundle']>
let bucket: TokenBucket
let bundler: Bundler
const client = { sendBundle: (files: readonly BundledFile[]) => answer(files) } as unknown as ApiClient
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-bundler-'))
  bundles = []
  answer = async (files) => {
    bundles.push(files.map(({ head }) => head['filename'] ?? ''))
    return files.map(({ head }) => anAttachment(head['filename'] ?? ''))
  }
  bucket = new TokenBucket()
  bundler = createBundler({ servers: { acceptsBundles: () => true }, bucket, log: memoryLog(), timeoutMs: 1000 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function fileOf(name: string, size: number): Promise<UploadRecord> {
  const path = join(folder, name)
  await writeFile(path, Buffer.alloc(size, 'x'))
  const file = { path, name, ...(await fileStamp({ path, name })) }
  const target = { to: 'library', kind: 'file', siteId: 0 } as const
  const whose = { id: name, connectionId: 'c1', username: 'me', relativePath: name, owned: false }
  return { ...createUnsentProgress(name), ...whose, ...file, target, state: { step: 'open' } }
}
async function send(sizes: readonly number[]): Promise<(string | null)[]> {
  const records = await Promise.all(sizes.map((size, at) => fileOf(`${at}.zip`, size)))
  const { signal } = new AbortController()
  const sent = await Promise.all(records.map((record) => bundler.send(client, record, signal)))
  return sent.map((each) => each && (each.registered ? (each.attachment?.oldName ?? '') : 'unregistered'))
}
/** What is sent while two bundles are under way waits for those, and goes as full bundles then. Answers how many each has. */
async function sendBehind(sizes: readonly number[]): Promise<{ bundles: number[]; alone: number }> {
  const gate = Promise.withResolvers<void>()
  const answered = answer
  answer = async (files) => {
    const attachments = await answered(files)
    await gate.promise
    return attachments
  }
  const before: Promise<unknown>[] = []
  for (const count of [1, 2]) {
    before.push(send([1, 1]))
    await until(() => expect(bundles).toHaveLength(count))
  }
  const signal = new AbortController().signal
  let waiting = 0
  const addEventListener = signal.addEventListener.bind(signal) as (...given: unknown[]) => void
  Object.assign(signal, {
    addEventListener: (...given: unknown[]) => {
      waiting += 1
      addEventListener(...given)
    },
  })
  const records = await Promise.all(sizes.map((size, at) => fileOf(`behind-${at}.zip`, size)))
  const sent = records.map((record) => bundler.send(client, record, signal))
  await until(() => expect(waiting).toBe(sizes.length))
  gate.resolve()
  const names = await Promise.all(sent)
  await Promise.all(before)
  return { bundles: bundles.slice(2).map((each) => each.length), alone: names.filter((each) => each === null).length }
}
const times = (count: number, size: number): number[] => Array.from({ length: count }, () => size)

it('sends as many small files at once as a bundle takes, and one that is left over alone', async () => {
  expect(await sendBehind(times(BUNDLE.files, 10))).toEqual({ bundles: [BUNDLE.files], alone: 0 })
  bundles = []
  expect(await sendBehind(times(BUNDLE.files + 1, 10))).toEqual({ bundles: [BUNDLE.files], alone: 1 })
})

it('fills a bundle up to its last byte, and not beyond', async () => {
  const full = times(BUNDLE.bytes / BUNDLE.fileBytes, BUNDLE.fileBytes)
  expect(await sendBehind(full)).toEqual({ bundles: [full.length], alone: 0 })
  bundles = []
  expect(await sendBehind([...full, BUNDLE.fileBytes])).toEqual({ bundles: [full.length], alone: 1 })
})

it('answers each file what the server made of it', async () => {
  expect(await send([10, 11, 12])).toEqual(['0.zip', '1.zip', '2.zip'])
})

it('takes small files for the library alone, and none while bytes go by the piece', async () => {
  const small = await fileOf('a.zip', BUNDLE.fileBytes)
  expect(bundler.mayShare(client, small)).toBe(true)
  expect(bundler.mayShare(client, { ...small, size: BUNDLE.fileBytes + 1 })).toBe(false)
  expect(bundler.mayShare(client, { ...small, target: { to: 'template', path: 't' } })).toBe(false)
  bucket.setRate(1000)
  expect(bundler.mayShare(client, small)).toBe(false)
})

it('has each file sent alone for a while after a bundle that failed', async () => {
  answer = async () => Promise.reject(new AppError('unavailable', 'down'))
  expect(await send([10, 10])).toEqual([null, null])
  expect(bundler.mayShare(client, await fileOf('a.zip', 10))).toBe(false)
})

it('answers null for the files of a bundle that the server refuses', async () => {
  answer = async (files) => files.map(({ head }) => (head['filename'] === '0.zip' ? null : anAttachment('b')))
  expect(await send([10, 10])).toEqual([null, 'b'])
})

it('one that is cancelled is not sent, and takes no other along', async () => {
  const [one, two, three] = await Promise.all(['1', '2', '3'].map((name) => fileOf(`${name}.zip`, 10)))
  if (!one || !two || !three) throw new Error('no files')
  const cancel = new AbortController()
  const { signal } = new AbortController()
  const going = [
    bundler.send(client, one, cancel.signal),
    bundler.send(client, two, signal),
    bundler.send(client, three, signal),
  ]
  const settled = Promise.allSettled(going)
  cancel.abort(new Error('cancelled'))
  const [first, ...others] = await settled
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('cancelled') })
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(bundles.flat()).not.toContain('1.zip')
})
