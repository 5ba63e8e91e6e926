import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { SEEDED, SHARED, startCluster, whyNoPostgres } from '../integration/server/harness/postgres.ts'

/** One PostgreSQL for the whole suite, as making a cluster takes longer than most test files; one folder for seeds. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-seeded-'))
  process.env[SEEDED] = folder
  const cluster = whyNoPostgres() ? undefined : await startCluster()
  if (cluster) process.env[SHARED] = cluster.dir
  return async () => {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
