import { checkAll, formatReport } from '#server/process/check/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { startCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/integration/server/harness/server.ts'
import type { PartOptions, PartResult } from './part.ts'

/**
 * A temporary PostgreSQL cluster, or null for the embedded database.
 * @param disk see startCluster
 */
export async function startClusterFor(
  database: PartOptions['database'],
  disk?: string,
): Promise<Awaited<ReturnType<typeof startCluster>> | null> {
  if (database === 'sqlite') return null
  const missing = whyNoPostgres()
  if (missing) throw new Error(missing)
  return startCluster(disk)
}

/** Runs the work against an in-process server with a newly seeded database, then checks all invariants. */
export async function withServer(
  { database, log }: Pick<PartOptions, 'database' | 'log'>,
  serverOptions: TestServerOptions,
  work: (server: TestServer) => Promise<PartResult>,
): Promise<PartResult> {
  const cluster = await startClusterFor(database)
  try {
    const server = await startTestServer({ ...serverOptions, cluster: cluster ?? undefined })
    try {
      const result = await work(server)
      return { ...result, faults: [...result.faults, ...(await checkInstallation(server.deps, log))] }
    } finally {
      await server.close()
    }
  } finally {
    await cluster?.stop()
  }
}

/** Checks all invariants of the installation; returns the faults, one line each. */
export async function checkInstallation(
  { db, dataDir, s3 = null }: Pick<ServerDeps, 'db' | 'dataDir' | 's3'>,
  say: PartOptions['log'],
): Promise<string[]> {
  const keys = { rsaKeyFile: undefined, secretKey: undefined, secretKeyBefore: undefined }
  const report = await checkAll({ db, dataDir, s3, ...keys, files: true })
  const faults = report.findings.filter(({ level }) => level === 'fault')
  const text = formatReport({ ...report, sound: faults.length === 0 })
  say(text)
  return faults.length === 0 ? [] : text.split('\n').filter((line) => line.startsWith('问题'))
}
