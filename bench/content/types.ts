import type { FastifyInstance } from 'fastify'
import type { FilledColumn } from './rows.ts'

/** Query of a list. */
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

/** A database engine of the server. */
export interface Engine {
  name: string
  /** Why the engine is unavailable here; null if it is available. */
  missing(): string | null
  /** Creates a database; undefined for the database in the server's data folder. */
  make(): Promise<string | undefined>
  addRows(at: Omit<Filled, 'classId'>, column: FilledColumn, rows: number): Promise<void>
  bare(filled: Filled): FastifyInstance
  /** Ends the engine after the last database. */
  end(): Promise<void>
}
