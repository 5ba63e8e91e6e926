import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { runServer, ServerProcess } from '#tests/integration/server/harness/process.ts'
import { tempFolder } from '../harness.ts'
import { type HostProcess, spawnHost } from '../hostProcess.ts'
import { NO_KEYRING } from '../keyring.ts'
import { LIBRARY, MB } from './harness.ts'

const FILES = 20
const ROUNDS = ['server', 'both', 'server', 'both'] as const

it(
  '[P14] [P16] 20 uploads survive kill -9 of the server, and of host and server: each is registered once and whole',
  { timeout: 300_000 },
  async () => {
    const [dataDir, serverDir] = [await tempFolder(), await tempFolder()]
    const contents = Array.from({ length: FILES }, (_, n) => randomBytes(n % 5 === 0 ? 34 * MB : 300_000 + n))
    const names = contents.map((_, n) => `杀${n}.zip`)
    const port = String(await freePort())
    const startServer = async () => {
      const started = new ServerProcess(['--port', port, '--data', serverDir])
      onTestFinished(() => void started.kill('SIGKILL'))
      return { process: started, client: await started.listening() }
    }
    const loginToken = async () => (await runServer(['token', '--data', serverDir, '--user', 'admin'])).stdout.trim()
    let server = await startServer()
    const url = `http://127.0.0.1:${port}`
    let host = await spawnHost(dataDir, NO_KEYRING)
    const { id } = await host.call('connections.save', { name: '服务器', baseUrl: url })
    await host.call('connections.use', { id })
    await host.call('session.autoLogin', { token: await loginToken() })
    // Nothing is to arrive before the kills begin.
    await host.call('settings.set', { uploadLimitKbps: 1 })
    const grants = await Promise.all(contents.map((content, n) => host.hand(names[n] ?? '', content)))
    await host.call('uploads.add', { grants, target: LIBRARY })
    await host.call('settings.set', { uploadLimitKbps: 0 })

    for (const victim of ROUNDS) {
      const before = await open(host)
      const target = Math.max(0, before - 1 - Math.floor(Math.random() * 4))
      await expect.poll(() => open(host), { timeout: 60_000, interval: 5 }).toBeLessThanOrEqual(target)
      const ends = [server.process.kill('SIGKILL'), ...(victim === 'both' ? [host.end('SIGKILL')] : [])]
      await Promise.all(ends)
      server = await startServer()
      if (victim === 'both') {
        host = await spawnHost(dataDir, NO_KEYRING)
        await host.call('session.autoLogin', { token: await loginToken() })
      }
    }
    await expect.poll(() => open(host), { timeout: 120_000 }).toBe(0)
    expect((await host.call('uploads.list', {})).totals.failed).toBe(0)

    const { token } = await server.client.ok('account.autoLogin', { token: await loginToken() })
    const admin = new TestClient(url, token)
    const { content: rows } = await admin.ok('attachment.page', { page: 1, size: 100, key: '杀' })
    expect(rows.map(({ oldName }) => oldName).toSorted()).toEqual(names.toSorted())
    for (const { oldName, accessPath } of rows) {
      const served = Buffer.from(await (await admin.fetch(accessPath)).arrayBuffer())
      expect(served.equals(contents[names.indexOf(oldName)] ?? Buffer.alloc(0)), oldName).toBe(true)
    }
    expect(readdirSync(join(serverDir, 'uploads', 'parts'))).toEqual([])
    await host.end('SIGTERM')
    await server.process.kill('SIGTERM')
  },
)

const open = async (host: HostProcess): Promise<number> => (await host.call('uploads.list', {})).totals.open

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
