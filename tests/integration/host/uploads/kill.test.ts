import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { composeHost } from '#services/compose.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { tempFolder } from '../harness.ts'
import { spawnHost, type HostProcess } from '../hostProcess.ts'
import { NO_KEYRING } from '../keyring.ts'
import { LIBRARY, library, MB, sha512, tokenFor } from './harness.ts'

const FILES = 20
const KILLS = 4

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it(
  '[P14] [P16] 20 uploads go on by themselves after kill -9 of the host, and each is registered once and whole',
  { timeout: 300_000 },
  async () => {
    const [dataDir, folder] = [await tempFolder(), await tempFolder()]
    const contents = Array.from({ length: FILES }, (_, n) => randomBytes(n % 5 === 0 ? 34 * MB : 300_000 + n))
    const names = contents.map((_, n) => `第${n}个.zip`)
    await Promise.all(contents.map((content, n) => writeFile(join(folder, names[n] ?? ''), content)))
    await queue(dataDir, folder, names)

    const done = async () => (await library(server, ...names)).filter(({ isRegistered }) => isRegistered === 1).length
    const start = async (): Promise<HostProcess> => {
      const host = await spawnHost(dataDir, NO_KEYRING)
      await host.call('session.autoLogin', { token: await tokenFor(server) })
      return host
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const host = await start()
      const target = Math.min(FILES, (await done()) + 1 + Math.floor(Math.random() * 4))
      await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(target)
      await host.end('SIGKILL')
    }
    const last = await start()
    const open = async () => (await last.call('uploads.list', {})).totals.open
    await expect.poll(open, { timeout: 120_000 }).toBe(0)
    expect((await last.call('uploads.list', {})).totals.failed).toBe(0)
    const rows = (await library(server, ...names)).filter(({ isRegistered }) => isRegistered === 1)
    const hashes = contents.map((content, n) => `${names[n]} ${sha512(content)}`)
    expect(rows.map((row) => `${row.oldName} ${row.sha512}`).toSorted()).toEqual(hashes.toSorted())
    expect(await readdir(join(server.deps.dataDir, 'uploads', 'parts'))).toEqual([])
    await last.end('SIGTERM')
  },
)

/** Puts the files into the queue of the folder while nobody lets them go. */
async function queue(dataDir: string, folder: string, names: readonly string[]): Promise<void> {
  const host = await composeHost(testPorts(), { dataDir, version: '0.0.0' })
  let closed = false
  const close = async (): Promise<void> => {
    if (!closed) await host.close()
    closed = true
  }
  onTestFinished(close)
  const call = async (name: string, input: unknown): Promise<unknown> => {
    const result = await host.invoke(name, input)
    if (!result.ok) throw new Error(result.error.message)
    return result.data
  }
  await call('settings.set', { uploadLimitKbps: 1 })
  const { id } = (await call('connections.save', { name: '服务器', baseUrl: server.url })) as { id: string }
  await call('connections.use', { id })
  await call('session.autoLogin', { token: await tokenFor(server) })
  await call('uploads.add', {
    grants: names.map((name) => host.grants.issue(join(folder, name))),
    target: LIBRARY,
  })
  await call('settings.set', { uploadLimitKbps: 0 })
  await close()
}
