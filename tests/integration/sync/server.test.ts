import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient } from '#services/api/client.ts'
import type { SyncOptions } from '#services/sync/index.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { connectRemote } from '#services/sync/remote/connectRemote.ts'
import { createListingCaches } from '#services/sync/remote/listingCache.ts'
import { createNativeRemote } from '#services/sync/remote/nativeRemote.ts'
import { createBasicRemote } from '#services/sync/remote/basicRemote.ts'
import type { ApiClient } from '#services/types.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

let server: TestServer
let admin: TestClient
let temp: string
let desk: SyncHarness | null = null
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  temp = await mkdtemp(join(tmpdir(), 'sitecraft-sync-'))
})
afterEach(async () => {
  await desk?.close()
  desk = null
})
afterAll(async () => {
  await server.close()
  await rm(temp, { recursive: true })
})

function clientOf(by: TestClient): ApiClient {
  const connection = { id: 'c1', name: '', kind: 'builtin', baseUrl: server.url, pathMap: {}, certificate: '' } as const
  return createApiClient({ connection: () => connection, token: () => by.token, log: memoryLog() })
}
const never = new AbortController().signal
const remoteTexts = async (folder: string): Promise<Record<string, string>> => {
  const { entries } = await admin.ok('templateSync.manifest', { folder })
  const files = entries.filter(({ kind }) => kind === 'file').toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const text = async (path: string): Promise<string> => {
    const at = path.lastIndexOf('/')
    const input = { path: at < 0 ? folder : `${folder}/${path.slice(0, at)}`, openFileName: path.slice(at + 1) }
    return (await admin.ok('templateFile.open', input)).content
  }
  return Object.fromEntries(await Promise.all(files.map(async ({ path }) => [path, await text(path)] as const)))
}
/** What another person does in the page's editor. */
const save = (folder: string, name: string, content: string) =>
  admin.ok('templateFile.save', { path: folder, saveFileName: name, content })

async function connected(files: Record<string, string>, options: SyncOptions = {}): Promise<string> {
  const { folder } = await buildTemplate(admin, { files })
  desk = await openSyncHarness(
    null,
    options,
    fakeSessions(() => clientOf(admin)),
  )
  const { planId } = await desk.plan(desk.root, folder)
  await desk.service.handlers['workspaces.connect']({ planId })
  await until(async () => expect(await desk?.texts()).toEqual(files))
  await until(async () => expect((await desk?.view())?.state).toBe('idle'))
  return folder
}

const files = { 'css/a.css': 'a{}', 'index.html': '<h1>首页</h1>' }

describe.each<[string, SyncOptions]>([
  ['the server’s own sync calls', {}],
  ['documented calls only', { connect: async (options) => createBasicRemote(options) }],
])('with %s', (_title, options) => {
  test('[S11] edits, new files and deletions go both ways', async () => {
    const folder = await connected(files, options)
    await desk?.write('index.html', '<h1>新</h1>')
    await desk?.write('js/app.js', 'let a')
    await until(
      async () =>
        expect(await remoteTexts(folder)).toMatchObject({ 'index.html': '<h1>新</h1>', 'js/app.js': 'let a' }),
      15_000,
    )
    await save(`${folder}/css`, 'a.css', 'a{color:red}')
    await until(async () => expect(await desk?.read('css/a.css')).toBe('a{color:red}'), 15_000)
    await desk?.remove('js')
    await until(async () => expect(Object.keys(await remoteTexts(folder))).toEqual(['css/a.css', 'index.html']), 15_000)
    await admin.ok('templateFile.remove', { path: folder, deleteFileName: 'css' })
    await until(async () => expect(await desk?.texts()).toEqual({ 'index.html': '<h1>新</h1>' }), 15_000)
  })

  test('[S9] [S11] two edits of one file are a conflict, and the server’s text is not overwritten', async () => {
    const folder = await connected(files, options)
    const id = (await desk?.view())?.id ?? ''
    await desk?.service.handlers['workspaces.pause']({ id })
    await desk?.write('index.html', 'mine')
    await save(folder, 'index.html', 'theirs')
    await desk?.service.handlers['workspaces.resume']({ id })
    await until(async () => expect((await desk?.view())?.conflicts).toBe(1), 15_000)
    expect((await remoteTexts(folder))['index.html']).toBe('theirs')
    const shown = await desk?.service.handlers['workspaces.conflict']({ id, path: 'index.html' })
    expect(shown).toMatchObject({ base: files['index.html'], local: { text: 'mine' }, remote: { text: 'theirs' } })
    await desk?.service.handlers['workspaces.resolve']({
      id,
      path: 'index.html',
      choice: 'local',
      localSha256: shown?.local.sha256 ?? '',
      remoteSha256: shown?.remote.sha256 ?? '',
    })
    expect((await remoteTexts(folder))['index.html']).toBe('mine')
  })
})

test('with documented calls only, files that the upload refuses go as text, or are reported', async () => {
  const folder = await connected(files, { connect: async (options) => createBasicRemote(options) })
  await desk?.write('icon.svg', '<svg>图</svg>')
  await desk?.write('font.woff', Buffer.from([0x77, 0x4f, 0x46, 0x46, 0, 1]))
  await until(async () => expect((await remoteTexts(folder))['icon.svg']).toBe('<svg>图</svg>'), 15_000)
  await until(async () => expect((await desk?.file('font.woff'))?.reason).toContain('不接受“.woff”文件'), 15_000)
  expect(Object.keys(await remoteTexts(folder))).not.toContain('font.woff')
})

test('edits reach the other side without a full scan', async () => {
  const folder = await connected(files, { timing: { settle: 150, deleteSettle: 1000, scanEvery: 600_000 } })
  await desk?.write('index.html', 'up')
  await until(async () => expect((await remoteTexts(folder))['index.html']).toBe('up'))
  await save(folder, 'index.html', 'down')
  await until(async () => expect(await desk?.read('index.html')).toBe('down'))
})

test('[S11] of many writers that expect the same content, one wins', async () => {
  const { folder } = await buildTemplate(admin, { files: { 'a.css': 'old' } })
  const remote = createNativeRemote(clientOf(admin), folder)
  const before = (await remote.list(never)).tree.get('a.css')
  const tries = Array.from({ length: 20 }, async (_, n) => {
    const file = join(temp, `w${n}`)
    const bytes = Buffer.from(`writer ${n}`)
    await writeFile(file, bytes)
    const entry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length } as const
    await remote.put('a.css', { file, entry }, before?.kind === 'file' ? before : null, never)
    return entry.sha256
  })
  const results = await Promise.allSettled(tries)
  const won = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
  expect(won).toHaveLength(1)
  expect((await remote.list(never)).tree.get('a.css')).toMatchObject({ sha256: won[0] })
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
})

test('a file too large for one call goes up as an upload and comes back the same', async () => {
  const folder = await connected(files)
  const big = '0123456789abcdef'.repeat(200_000)
  await desk?.write('video.mp4', big)
  await until(async () => {
    const { entries } = await admin.ok('templateSync.manifest', { folder })
    expect(entries.find(({ path }) => path === 'video.mp4')?.size).toBe(big.length)
  }, 15_000)
  await desk?.service.close()
  await desk?.remove('video.mp4')
  const other = await openSyncHarness(
    null,
    {},
    fakeSessions(() => clientOf(admin)),
  )
  const { planId } = await other.plan(other.root, folder)
  await other.service.handlers['workspaces.connect']({ planId })
  await until(async () => expect((await other.read('video.mp4')) === big).toBe(true), 15_000)
  await other.close()
  await desk?.restart()
})

test('[S25] a folder that is renamed here is copied by the server, its contents are not sent', async () => {
  const big = '0123456789abcdef'.repeat(50_000)
  const all = { ...files, 'css/big.css': big }
  const folder = await connected(all)
  await rename(join(desk?.root ?? '', 'css'), join(desk?.root ?? '', 'styles'))
  const renamed = { 'index.html': files['index.html'], 'styles/a.css': files['css/a.css'], 'styles/big.css': big }
  await until(async () => expect(await remoteTexts(folder)).toEqual(renamed))
  const id = (await desk?.view())?.id ?? ''
  const log = await desk?.service.handlers['workspaces.log']({ id, key: '', level: '', page: 1, size: 50 })
  for (const path of ['styles/a.css', 'styles/big.css']) {
    expect(log?.content.find((line) => line.path === path)?.text).toContain('没有重新上传')
  }
})

test('two people’s folders on one template stay in step', async () => {
  const folder = await connected(files)
  const other = await openSyncHarness(
    null,
    {},
    fakeSessions(() => clientOf(admin)),
  )
  const { planId } = await other.plan(other.root, folder)
  await other.service.handlers['workspaces.connect']({ planId })
  await until(async () => expect(await other.texts()).toEqual(files))
  await other.write('js/theirs.js', 'let b')
  await desk?.write('css/a.css', 'a{color:blue}')
  const both = { ...files, 'css/a.css': 'a{color:blue}', 'js/theirs.js': 'let b' }
  await until(async () => expect([await desk?.texts(), await other.texts()]).toEqual([both, both]))
  await other.close()
})

test('an account without access to the template gets no plan', async () => {
  const { folder } = await buildTemplate(admin, { files, siteId: 1 })
  const guest = await server.as('guest')
  desk = await openSyncHarness(
    null,
    {},
    fakeSessions(() => clientOf(guest)),
  )
  await expect(desk.plan(desk.root, folder)).rejects.toMatchObject({ code: 'forbidden' })
  const seen = createListingCaches(join(temp, 'seen')).of('c1', folder)
  expect(
    await connectRemote(
      { client: clientOf(guest), folder, cache: seen, times: { busy: 50, idle: 50, step: 0 } },
      never,
    ),
  ).toBeTruthy()
})
