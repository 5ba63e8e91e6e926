import type { FastifyInstance } from 'fastify'
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
