import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildServer } from '#server/app.ts'
import { seed } from '#server/seed/index.ts'
import { type Call, createCaller } from '../caller.ts'
import { adminToken, openDeps, PASSWORDS } from '../inProcess.ts'

export interface Server {
  call: Call
  close(): Promise<void>
}

/**
 * Starts an in-process server on a seeded database that `fill` extends before the start; the administrator is signed
 * in.
 */
export async function startServerWith(fill: (dataDir: string) => void | Promise<void>): Promise<Server> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-bench-'))
  const first = await openDeps(dataDir)
  await seed(first, PASSWORDS)
  await first.db.destroy()
  await fill(dataDir)
  const deps = await openDeps(dataDir)
  // Jobs would add the lines to the hash chain during the measurement.
  const app = await buildServer({ ...deps, runsJobs: false })
  const token = await adminToken(app, deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    call: createCaller(`${url}/`, token),
    async close() {
      await app.close()
      await deps.db.destroy()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
