import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { buildServer } from '#server/app.ts'
import { findByName, issueLoginToken } from '#server/areas/people/account/index.ts'
import { connect } from '#server/db/connect.ts'
import { systemClock } from '#server/deps.ts'
import { seed } from '#server/seed/index.ts'
import { type Call, callerOf } from '../caller.ts'

export interface Server {
  call: Call
  close(): Promise<void>
}

/** A server of this process on a seeded database that `fill` adds to before it starts; the administrator is signed in. */
export async function serverWith(fill: (dataDir: string) => void | Promise<void>): Promise<Server> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-bench-'))
  const resourcesDir = path.resolve(import.meta.dirname, '..', '..', 'resources')
  const log = pino({ level: 'silent' })
  const open = async () => ({
    db: await connect({ dataDir }),
    clock: systemClock,
    log,
    dataDir,
    resourcesDir,
    corsOrigins: [],
    trustedProxies: [],
    publicUrl: null,
  })
  const first = await open()
  await seed(first, { adminPassword: 'bench of the log', demoPassword: 'bench of the log' })
  await first.db.destroy()
  await fill(dataDir)
  const deps = await open()
  // Jobs would put the lines into the chain while pages are measured.
  const app = await buildServer({ ...deps, runsJobs: false })
  const admin = await findByName(deps.db, 'admin')
  const login = await app.inject({
    method: 'POST',
    url: '/api/cebest-cms/account/auto-login',
    payload: { token: await issueLoginToken(deps.db, admin?.id ?? 0, systemClock.now()) },
  })
  const { token } = login.json<{ data: { token: string } }>().data
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    call: callerOf(`${url}/`, token),
    async close() {
      await app.close()
      await deps.db.destroy()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
