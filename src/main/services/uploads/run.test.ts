import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { type Cms, startCms } from '#tests/fakes/cms.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createApiClient } from '../api/client.ts'
import type { Hasher } from '../hashing/hashThread.ts'
import { TokenBucket } from './core/bucket.ts'
import { createTemplateFolders } from './register.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import { runUpload, type UploadWork } from './run.ts'
import { fileStamp } from './source.ts'

const MB = 1024 * 1024
const made = { id: 1, oldName: 'a.zip', accessPath: '/f/1', extension: 'zip', size: 3, imageWidth: 0, imageHeight: 0 }

/** The work on one file of so many bytes, for a foreign server. */
async function workOn(size: number, hasher: Hasher, change: Partial<UploadWork> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cms = await startCms()
  onTestFinished(() => cms.close())
  cms.tokens.add('t')
  cms.on('api/upload/file', () => made)
  cms.on('api/cebest-cms/attachment/register', () => made)
  const path = join(folder, 'a.zip')
  await writeFile(path, '')
  await truncate(path, size)
  const log = memoryLog()
  const record: UploadRecord = {
    ...createUnsentProgress('one'),
    ...(await fileStamp({ path, name: 'a.zip' })),
    id: 'one',
    connectionId: 'c',
    username: 'editor',
    target: { to: 'library', kind: 'file', siteId: 0 },
    name: 'a.zip',
    relativePath: 'a.zip',
    path,
    owned: false,
    state: { step: 'open' },
  }
  const connection = { id: 'c', name: '', kind: 'remote' as const, baseUrl: cms.baseUrl, pathMap: {}, certificate: '' }
  const kept = { record }
  const steps: string[] = []
  const work: UploadWork = {
    client: createApiClient({ connection: () => connection, token: () => 't', log }),
    signal: new AbortController().signal,
    hasher,
    folders: createTemplateFolders(),
    log,
    servers: { isOwn: () => Promise.resolve(false) },
    bundler: { mayShare: () => false, send: () => Promise.resolve(null) },
    patience: { chunk: 5000, whole: 5000 },
    record: () => kept.record,
    save: (saved) => void (kept.record = { ...kept.record, ...saved }),
    step: ({ type }) => steps.push(type),
    bucket: new TokenBucket(),
    sent: () => undefined,
    acknowledged: () => undefined,
    changed: () => undefined,
    forget: () => undefined,
    ...change,
  }
  return { work, cms, log, kept, steps }
}
const cut = (): never => {
  throw new Error('cut')
}
const calls = (cms: Cms, path: string) => cms.requests.filter((request) => request.path === path)

it('[A-167] [P12] a hash that fails is only logged: the upload goes on with the placeholder', async () => {
  const { work, cms, log, steps } = await workOn(3, () => Promise.reject(new Error('no hash today')))
  const answer = await runUpload(work)
  expect([answer, steps]).toEqual([made, ['send', 'register']])
  const [sent] = calls(cms, 'api/upload/file')
  expect(sent?.body.toString()).toContain(`name="fileMd5"\r\n\r\n${HASH_PLACEHOLDER}\r\n`)
  expect(log.lines.join()).toContain('upload goes on without its hash')
})

it('[P16] what the server registered as it took it is not registered again', async () => {
  const { work, cms, steps } = await workOn(3, () => Promise.resolve({ digest: 'a'.repeat(128), size: 3 }))
  cms.on('api/upload/file', () => ({ ...made, registered: true }))
  expect(await runUpload(work)).toEqual(made)
  expect(steps).toEqual(['send', 'register'])
  const [sent] = calls(cms, 'api/upload/file')
  expect(sent?.body.toString()).toContain('name="register"\r\n\r\n1\r\n')
  expect(calls(cms, 'api/cebest-cms/attachment/register')).toEqual([])
})

it('a hash that is ready after its attempt has ended is not written into the next one', async () => {
  const hashed = Promise.withResolvers<{ digest: string; size: number }>()
  const { work, kept } = await workOn(101 * MB, () => hashed.promise, {
    servers: { isOwn: () => Promise.resolve(true) },
    sent: cut,
  })
  await expect(runUpload(work)).rejects.toThrow()
  hashed.resolve({ digest: 'of-the-old-bytes', size: 101 * MB })
  await hashed.promise
  await new Promise(setImmediate)
  expect(kept.record.sha512).toBe('')
})

it('a hash that can’t be kept is no reason to stop', async () => {
  const hasher: Hasher = () => Promise.resolve({ digest: 'x', size: 101 * MB })
  const { work } = await workOn(101 * MB, hasher, { servers: { isOwn: () => Promise.resolve(true) } })
  const save = (change: Partial<UploadRecord>): void => {
    if ('sha512' in change) throw new Error('no room')
  }
  const unheard: unknown[] = []
  const listen = (error: unknown): void => void unheard.push(error)
  process.on('unhandledRejection', listen)
  onTestFinished(() => void process.off('unhandledRejection', listen))
  await expect(runUpload({ ...work, save, sent: cut })).rejects.toThrow()
  await new Promise(setImmediate)
  expect(unheard).toEqual([])
})
