import { checkAll, describe } from '#server/process/check/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { startCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/integration/server/harness/server.ts'
import type { PartOptions, PartResult } from './part.ts'

/**
 * A cluster of the campaign's own, or none for the embedded database.
 * @param disk see startCluster
 */
export async function clusterFor(
  database: PartOptions['database'],
  disk?: string,
): Promise<Awaited<ReturnType<typeof startCluster>> | null> {
  if (database === 'sqlite') return null
  const missing = whyNoPostgres()
  if (missing) throw new Error(missing)
  return startCluster(disk)
}

/** Runs the work against a server in this process on a fresh seeded database, then checks every invariant. */
export async function withServer(
  { database, say }: Pick<PartOptions, 'database' | 'say'>,
  given: TestServerOptions,
  work: (server: TestServer) => Promise<PartResult>,
): Promise<PartResult> {
  const cluster = await clusterFor(database)
  try {
    const server = await startTestServer({ ...given, cluster: cluster ?? undefined })
    try {
      const result = await work(server)
      return { ...result, faults: [...result.faults, ...(await checked(server.deps, say))] }
    } finally {
      await server.close()
    }
  } finally {
    await cluster?.stop()
  }
}

/** Every invariant of the installation; answers the faults, one line each. */
export async function checked(
  { db, dataDir, s3 = null }: Pick<ServerDeps, 'db' | 'dataDir' | 's3'>,
  say: PartOptions['say'],
): Promise<string[]> {
  const keys = { rsaKeyFile: undefined, secretKey: undefined, secretKeyBefore: undefined }
  const report = await checkAll({ db, dataDir, s3, ...keys, files: true })
  const faults = report.findings.filter(({ level }) => level === 'fault')
  const text = describe({ ...report, sound: faults.length === 0 })
  say(text)
  return faults.length === 0 ? [] : text.split('\n').filter((line) => line.startsWith('问题'))
}
