import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApiClient } from '#services/api/client.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions, openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { runServer, ServerProcess } from '#tests/integration/server/harness/process.ts'

/** Several bundles of uploads: some must be left when the server is killed for the last time. */
const FILES = 1200
const KILLS = 2

let desk: SyncHarness
let dataDir: string
let server: ServerProcess
afterEach(async () => {
  await desk.close()
  await server.kill('SIGKILL')
  await rm(dataDir, { recursive: true })
})

async function boot(): Promise<TestClient> {
  server = new ServerProcess(['--port', '0', '--data', dataDir])
  const nobody = await server.listening()
  const { stdout } = await runServer(['token', '--data', dataDir])
  return new TestClient(nobody.url, (await nobody.ok('account.autoLogin', { token: stdout.trim() })).token)
}
/** Path → hash of what the server holds. */
async function held(client: TestClient, folder: string): Promise<Record<string, string>> {
  const { entries } = await client.ok('templateSync.manifest', { folder })
  return Object.fromEntries(entries.filter(({ kind }) => kind === 'file').map(({ path, sha256 }) => [path, sha256]))
}

test('[S19] [S28] a server that is killed in the middle of many uploads gets them all, whole; one that loses the template deletes nothing here', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-down-'))
  let client = await boot()
  const { folder, id: templateId } = await buildTemplate(client, { files: { 'keep.css': '1', 'gone.css': '1' } })
  const connection = () =>
    ({ id: 'c1', name: '', kind: 'remote', baseUrl: client.url, pathMap: {}, certificate: '' }) as const
  const api = createApiClient({ connection, token: () => client.token, log: memoryLog() })
  const sessions = fakeSessions(() => api)
  desk = await openSyncHarness(null, {}, sessions)
  const { planId } = await desk.plan(desk.root, folder)
  const { id } = await desk.service.handlers['workspaces.connect']({ planId })
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 2 }))

  await desk.service.handlers['workspaces.pause']({ id })
  const hashes: Record<string, string> = { 'keep.css': sha256Of(Buffer.from('1')) }
  for (let n = 0; n < FILES; n++) {
    const text = `/* ${n} */\n`.repeat(1 + (n % 60))
    hashes[`bulk/${n}.css`] = sha256Of(Buffer.from(text))
    await desk.write(`bulk/${n}.css`, text)
  }
  await desk.remove('gone.css')
  await desk.service.handlers['workspaces.resume']({ id })
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(async () => expect((await desk.view()).files).toBeGreaterThan(kill * 80), 30_000)
    await server.kill('SIGKILL')
    await until(async () => expect((await desk.view()).state).toBe('offline'))
    client = await boot()
    const found = await held(client, folder)
    expect(found).toMatchObject({ 'gone.css': expect.any(String) })
    expect({ ...hashes, 'gone.css': found['gone.css'] }).toMatchObject(found)
    expect(Object.keys(found).length).toBeLessThan(FILES)
    sessions.signIn()
  }
  await until(async () => expect(await held(client, folder)).toEqual(hashes), 60_000)
  await until(async () =>
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 }),
  )

  await client.ok('template.deleteByIdList', [templateId])
  await until(async () => expect((await desk.view()).state).toBe('failed'), 30_000)
  expect((await desk.view()).message).toContain('没有删除任何本地文件')
  expect(Object.keys(await desk.texts())).toHaveLength(FILES + 1)
}, 180_000)
