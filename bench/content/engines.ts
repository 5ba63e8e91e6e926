import { startCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { bareEmbedded, fillEmbedded } from './embedded.ts'
import { barePostgres, fillPostgres } from './postgres.ts'
import type { Engine } from './types.ts'

export const embedded: Engine = {
  name: 'the embedded database',
  missing: () => null,
  make: async () => undefined,
  addRows: async ({ dataDir }, column, rows) => fillEmbedded(dataDir, column, rows),
  bare: bareEmbedded,
  end: async () => undefined,
}

let cluster: ReturnType<typeof startCluster> | undefined

/** A temporary cluster with PostgreSQL's default settings. */
export const postgres: Engine = {
  name: 'PostgreSQL',
  missing: whyNoPostgres,
  async make() {
    cluster ??= startCluster()
    return (await cluster).createDatabase()
  },
  async addRows({ databaseUrl = '' }, column, rows) {
    await fillPostgres(databaseUrl, column, rows)
  },
  bare: barePostgres,
  async end() {
    await (await cluster)?.stop()
    cluster = undefined
  },
}
