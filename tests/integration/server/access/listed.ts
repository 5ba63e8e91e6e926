import type { Insertable } from 'kysely'
import { anyRow, plainTables } from '#tests/builders/anyRow.ts'
import { buildSite } from '#tests/builders/site.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import type { Database } from '#server/db/schema.ts'
import type { TestClient } from '../harness/client.ts'
import type { TestServer } from '../harness/server.ts'

/** Two records that one list shows, in the order of their making. */
export type Which = 'first' | 'second'
export type Id = number | string

/** What a list is asked for: a site, or what the asking account has. */
export interface Place {
  siteId: number
  accountId: number
  /** What the list's input names, where that is no site: a column, a template, a message. */
  parent: number
}

export interface Stage {
  admin: TestClient
  server: TestServer
  /** Stands in the texts of all records of the question, and nowhere else. */
  word: string
  /** Puts a row into a table and answers its id; what is not given is filled with something that no other row has. */
  add<T extends keyof Database>(table: T, row: Partial<Insertable<Database[T]>>): Promise<number>
}

/**
 * A list, and how to fill it. Of every list the test makes two records in one place, a third that is like the first in
 * another place, and those in the first place that the list must not show.
 */
export interface List {
  /** Makes what the input names besides a site. */
  parent?(stage: Stage, place: Place): Promise<number>
  /** Makes a record whose text is `textOf(stage, at)`. */
  make(stage: Stage, place: Place, at: Which): Promise<Id>
  /** The input that names the place; absent: the list is of the installation. */
  scope?(place: Place, stage: Stage): object
  /** The list is the asking account's own. */
  isOwn?: boolean
  /** Records of the same place and text that the list leaves out. */
  hide?(stage: Stage, place: Place): Promise<unknown>
  /** For each filter the values that only one of the two records has. */
  filters?(place: Place, stage: Stage): Record<string, Partial<Record<Which, readonly unknown[]>>>
  /** Fields of the input that the list does not filter by, or that the other tests of the list ask. */
  without?: readonly string[]
  isOldestFirst?: boolean
  idOf?(row: Record<string, unknown>): unknown
}

export type Listed = [name: ApiName, list: List]

export const textOf = ({ word }: Stage, at: Which): string => `${word}-${at}`
/** When the two records were made. */
export const TIMES = { first: Date.parse('2026-01-10T12:00:00'), second: Date.parse('2026-02-10T12:00:00') }
/** Bounds that end on the day of one of them. */
export const FROM = { second: ['2026-02-10'] }
export const UP_TO = { first: ['2026-01-10'] }
/** Of each of them its own. */
export const either = <F, S>(at: Which, first: F, second: S): F | S => (at === 'first' ? first : second)
export const eachOf = (first: unknown, second: unknown) => ({ first: [first], second: [second] })

let lastId = 5_000_000
/** Two numbers that nothing has. */
export const newIds = (): number => (lastId += 2)

export async function stageOf(server: TestServer, admin: TestClient): Promise<Stage> {
  const { db } = server.deps
  const tables = new Map((await plainTables(db)).map((table) => [table.name, table]))
  return {
    admin,
    server,
    word: `w${crypto.randomUUID().slice(0, 8)}`,
    async add(name, given) {
      const table = tables.get(name)
      if (!table) throw new Error(`there is no table ${name}`)
      const row = { id: newIds(), ...given } as Record<string, string | number>
      const { id, ...rest } = row
      await anyRow(db, table, table.columns.some((column) => column.name === 'id') ? row : rest)
      return Number(id)
    },
  }
}

export async function placeOf(stage: Stage, list: List, accountId: number): Promise<Place> {
  const siteId = await buildSite(stage.server.deps.db)
  const place = { siteId, accountId, parent: 0 }
  return { ...place, parent: (await list.parent?.(stage, place)) ?? 0 }
}
