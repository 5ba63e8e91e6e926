import type { FastifyInstance } from 'fastify'
import { startCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { bareEmbedded, fillEmbedded } from './embedded.ts'
import { barePostgres, fillPostgres } from './postgres.ts'
import type { FilledColumn } from './rows.ts'

/** What a list asks for. */
export interface Query {
  page: number
  size: number
  isStatus?: boolean
  fieldKeyValuePairDTOList?: { fieldName: string; fieldValue: string }[]
}

/** A server with a large column. */
export interface Filled {
  dataDir: string
  databaseUrl: string | undefined
  classId: number
}

/** A database that the server can work on. */
export interface Engine {
  name: string
  /** Why it can't be measured here; null when it can. */
  missing(): string | null
  /** A new database; undefined for the one in the server's data folder. */
  make(): Promise<string | undefined>
  addRows(at: Omit<Filled, 'classId'>, column: FilledColumn, rows: number): Promise<void>
  bare(filled: Filled): FastifyInstance
  /** After the last database. */
  end(): Promise<void>
}

export const embedded: Engine = {
  name: 'the embedded database',
  missing: () => null,
  make: async () => undefined,
  addRows: async ({ dataDir }, column, rows) => fillEmbedded(dataDir, column, rows),
  bare: bareEmbedded,
  end: async () => undefined,
}

let cluster: ReturnType<typeof startCluster> | undefined

/** A cluster of its own, with the settings that PostgreSQL comes with. */
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
