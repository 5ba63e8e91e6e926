import { SHARED, startCluster, whyNoPostgres } from '../integration/server/harness/postgres.ts'

/** One PostgreSQL for the whole suite: making a cluster takes longer than most test files. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (whyNoPostgres()) return undefined
  const cluster = await startCluster()
  process.env[SHARED] = cluster.dir
  return cluster.stop
}
