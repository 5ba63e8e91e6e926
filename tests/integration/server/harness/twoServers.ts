import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { TestClient } from './client.ts'
import type { Cluster } from './postgres.ts'
import { runServer, ServerProcess } from './process.ts'

/** Server processes over one PostgreSQL database and one data folder. */
export interface Servers {
  processes: ServerProcess[]
  /** The administrator on each of them, with one session. */
  admins: TestClient[]
  dataDir: string
  databaseUrl: string
}

/** Starts so many server processes as a user would, and ends them with the test. @param finished takes what ends them */
export async function startServers(
  cluster: Cluster,
  count: number,
  settings: Record<string, string> = {},
  finished: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Servers> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-servers-'))
  finished(() => rm(dataDir, { recursive: true, force: true }))
  const databaseUrl = await cluster.createDatabase()
  const env = { DATABASE_URL: databaseUrl, ...settings }
  const start = () => {
    const server = new ServerProcess(['--port', '0', '--data', dataDir], env)
    finished(async () => void (await server.kill('SIGKILL')))
    return server
  }
  const processes = Array.from({ length: count }, start)
  const clients = await Promise.all(processes.map((server) => server.listening()))
  const made = await runServer(['token', '--data', dataDir, '--user', 'admin'], env)
  const [first] = clients
  const signed = await first?.ok('account.autoLogin', { token: made.stdout.trim() })
  const admins = clients.map(({ url }) => new TestClient(url, signed?.token ?? null))
  return { processes, admins, dataDir, databaseUrl }
}
