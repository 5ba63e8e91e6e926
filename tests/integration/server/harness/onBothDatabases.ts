import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Cluster, useCluster, whyNoPostgres } from './postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/**
 * `npm test` repeats on PostgreSQL what crosses resources, and the resources with queries of their own for it, but not
 * what goes through those (archives, imports, sheets); `npm run test:all` repeats everything.
 */
const REPEATED =
  /integration[\\/]server[\\/](rollback|seed|sorted|sheetImport)\.|src[\\/]server[\\/]((db|jobs|areas[\\/]site[\\/]copy)[\\/]|areas[\\/]content[\\/](?!archive|imports|sheets))/
const repeats = (): boolean => process.env.SITECRAFT_TESTS !== 'main' || REPEATED.test(expect.getState().testPath ?? '')

/** Starts one more server on a fresh database; closed after the suite. */
export type Start = (options?: Given) => Promise<TestServer>
type Given = Omit<TestServerOptions, 'databaseUrl' | 'cluster'>

/** Mail servers and receivers on this machine may be reached; a failed connection is answered soon. */
export const LOCAL_OUTGOING: Given = { outgoing: { allowed: ['127.0.0.0/8'], connectTimeoutMs: 1500 } }

/**
 * The same tests on the embedded database and on a throw-away PostgreSQL. `server()` is the suite's own server, seeded
 * once, with the given options; tests that spoil it start another.
 */
export function onBothDatabases(
  title: string,
  tests: (server: () => TestServer, start: Start) => void,
  given: Given = {},
): void {
  describe(`${title} (embedded database)`, () => {
    run(tests, given)
  })
  if (!repeats()) return
  const missing = whyNoPostgres()
  if (missing) console.info(`skipped on PostgreSQL: ${missing}`)
  describe.skipIf(missing)(`${title} (PostgreSQL)`, () => {
    let cluster: Cluster | undefined
    beforeAll(async () => {
      cluster = await useCluster()
    })
    afterAll(() => cluster?.stop())
    run(tests, given, () => cluster)
  })
}

function run(
  tests: (server: () => TestServer, start: Start) => void,
  given: Given,
  cluster: () => Cluster | undefined = () => undefined,
): void {
  const started: TestServer[] = []
  const start: Start = async (options = {}) => {
    const server = await startTestServer({ ...options, cluster: cluster() })
    started.push(server)
    return server
  }
  beforeAll(async () => {
    await start(given)
  })
  afterAll(async () => {
    for (const server of started.splice(0)) await server.close()
  })
  tests(() => {
    const [server] = started
    if (!server) throw new Error('the server has not started')
    return server
  }, start)
}
