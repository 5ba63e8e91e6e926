import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_SYNC_BATCH } from '#shared/contract/templateSync.ts'
import { AppError } from '#shared/errors/index.ts'
import { createApiClient } from '#services/api/client.ts'
import { compressFor, acceptEncodingFor } from '#services/api/compression.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { FOLDER } from '#services/sync/core/tree.ts'
import { connectRemote } from '#services/sync/remote/connectRemote.ts'
import type { Remote, RemoteWrite } from '#services/sync/remote/remote.ts'
import { createListingCaches } from '#services/sync/remote/listingCache.ts'
import type { ApiClient } from '#services/types.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { openSyncHarness, until, fakeSessions } from '#tests/fakes/syncHarness.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const signal = new AbortController().signal
const clientOf = (baseUrl = server.url): ApiClient => {
  const connection = { id: 'c1', name: '', kind: 'builtin', baseUrl, pathMap: {}, certificate: '' } as const
  return createApiClient({ connection: () => connection, token: () => admin.token, log: memoryLog() })
}
async function remoteOf(folder: string, client = clientOf()): Promise<Required<Remote>> {
  const times = { busy: 1, idle: 1, step: 0 }
  const seen = createListingCaches('/nowhere').of('c1', folder)
  const remote = await connectRemote({ client, folder, cache: seen, times }, signal)
  expect(Object.keys(remote)).toEqual(expect.arrayContaining(['changes', 'batch', 'authorOf']))
  return remote as Required<Remote>
}
const entryOf = (text: string) =>
  ({ kind: 'file', sha256: sha256Of(Buffer.from(text)), size: Buffer.byteLength(text) }) as const
const write = (path: string, text: string, expected: string | null = null): RemoteWrite => ({
  path,
  entry: entryOf(text),
  bytes: Buffer.from(text),
  expected: expected === null ? null : entryOf(expected),
})

describe('a server that tells its changes', () => {
  test('what is written in batches comes back as changes, and the tree that they make is the listed one [S11] [S28]', async () => {
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a', 'd/b.css': 'b' } })
    const remote = await remoteOf(folder)
    const before = await remote.list(signal)
    const waiting = remote.wait(before.version, signal)
    const put = await remote.batch.putMany(
      [
        write('a.css', 'A', 'a'),
        write('d/b.css', 'B', 'other'),
        write('n/c.css', 'c'),
        { path: 'empty', entry: FOLDER },
      ],
      signal,
    )
    expect(put).toEqual([{ is: 'ok' }, { is: 'conflict', current: entryOf('b').sha256 }, { is: 'ok' }, { is: 'ok' }])
    expect(await waiting).toMatchObject({ reset: false })
    const removed = await remote.batch.removeMany(
      [
        { path: 'd/b.css', expected: entryOf('b') },
        { path: 'd', expected: FOLDER },
        { path: 'n', expected: FOLDER },
      ],
      signal,
    )
    expect(removed).toEqual([{ is: 'ok' }, { is: 'ok' }, { is: 'conflict', current: 'folder' }])
    const changes = await remote.changes(before.version, signal)
    expect(remote.authorOf('d/b.css')).toBe(`admin（${hostname()}）`)
    const after = await remote.list(signal)
    expect(changes.version).toBe(after.version)
    const tree = new Map(before.tree)
    for (const [path, entry] of changes.reset ? [] : changes.changed) {
      if (entry) tree.set(path, entry)
      else tree.delete(path)
    }
    expect(Object.fromEntries(tree)).toEqual(Object.fromEntries(after.tree))
    expect(remote.authorOf('n/c.css')).toBe(`admin（${hostname()}）`)
    expect(await remote.changes('elsewhere:3', signal)).toMatchObject({ reset: true })
    expect(await remote.changes('7', signal)).toMatchObject({ reset: true })
  })
  test('many files come in one answer, each whole or with the reason why not', async () => {
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a', empty: '' } })
    const { batch } = await remoteOf(folder)
    const found = new Map<string, string>()
    const paths = ['a.css', 'none', 'empty'].map((path) => ({ path, entry: entryOf('a') }))
    await batch.readMany(
      paths,
      (path, content) => void found.set(path, content instanceof AppError ? content.code : content.toString()),
      signal,
    )
    expect(Object.fromEntries(found)).toEqual({ 'a.css': 'a', none: 'not-found', empty: '' })
    await expect(batch.readMany([], () => undefined, signal)).rejects.toMatchObject({ code: 'invalid' })
  })
  // Windows connects to no 0.0.0.0.
  test.skipIf(process.platform === 'win32')(
    'bodies are packed on the way to another machine, and never on this one',
    async () => {
      const far = new URL('https://cms.example.com/x')
      const text = Buffer.from('a line of text\n'.repeat(1000))
      const { bytes, headers } = await compressFor(far, text)
      expect([bytes.length < text.length / 10, headers]).toEqual([true, { 'content-encoding': 'zstd' }])
      for (const near of ['http://127.0.0.1:1/', 'http://localhost/', 'http://[::1]:1/'])
        expect([await compressFor(new URL(near), text), acceptEncodingFor(new URL(near))]).toEqual([
          { bytes: text, headers: {} },
          {},
        ])
      // Another name of this machine.
      const { folder } = await buildTemplate(admin)
      const otherName = server.url.replace('127.0.0.1', '0.0.0.0')
      expect(acceptEncodingFor(new URL(otherName))).toEqual({ 'accept-encoding': 'zstd' })
      const remote = await remoteOf(folder, clientOf(otherName))
      const big = text.toString().repeat(20).slice(0, MAX_SYNC_BATCH.fileBytes)
      expect(await remote.batch.putMany([write('big.css', big), write('small.css', 's')], signal)).toEqual([
        { is: 'ok' },
        { is: 'ok' },
      ])
      const lengths: number[] = []
      await remote.batch.readMany(
        [{ path: 'big.css', entry: entryOf(big) }],
        (_path, content) => void lengths.push(content instanceof AppError ? -1 : content.length),
        signal,
      )
      expect(lengths).toEqual([big.length])
      const { tree } = await remote.list(signal)
      expect(tree.get('big.css')).toEqual(entryOf(big))
    },
  )
  test('the log names who changed a file and on which computer', async () => {
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a' } })
    const desk = await openSyncHarness(
      null,
      {},
      fakeSessions(() => clientOf()),
    )
    try {
      const plan = await desk.plan(desk.root, folder)
      const { id } = await desk.service.handlers['workspaces.connect']({ planId: plan.planId })
      await until(async () => expect(await desk.texts()).toEqual({ 'a.css': 'a' }))
      await admin.ok('templateSync.put', {
        folder,
        path: 'a.css',
        expected: entryOf('a').sha256,
        sha256: entryOf('b').sha256,
        content: Buffer.from('b').toString('base64'),
        machine: '设计部-3',
      })
      await until(async () => {
        const { log } = await desk.service.handlers['workspaces.detail']({ id })
        expect(log.map(({ path, text }) => `${path} ${text}`)).toContain('a.css 已下载，由admin（设计部-3）修改')
      })
    } finally {
      await desk.close()
    }
  })
})
