import type { Kysely, RawBuilder } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { S3Options } from '#server/storage/s3/options.ts'

/** Maximum number of items that one invariant reports. */
export const MAX_ITEMS = 1000

/** The installation that is checked. Checks write nothing. */
export interface CheckContext {
  /** A consistent snapshot of the database. */
  db: Kysely<Database>
  engine: Engine
  dataDir: string
  /** null: uploads are stored in the data folder. */
  s3: S3Options | null
  rsaKeyFile: string | undefined
  secretKey: string | undefined
  secretKeyBefore: string | undefined
  /** true: read and hash all files and compare all entries; false: a sample. */
  files: boolean
  now: number
}

/** A condition that holds in an intact installation, and the texts for its violation. */
export interface Invariant {
  /** Stable code for programs, such as `content.counts`. */
  code: string
  /** The problem when the condition is violated, for people. */
  problem: string
  /** The consequence for users. */
  meaning: string
  remedy: string
  /**
   * fault: data is lost, duplicated or inconsistent. note: leftovers and states that the server repairs automatically.
   */
  level: 'fault' | 'note'
  /** Names the violating items, at most MAX_ITEMS. */
  find(ctx: CheckContext): Promise<string[]>
}

/** Creates a `find` from a query that returns at most MAX_ITEMS rows with the text `item`. */
export const byQuery =
  (query: (ctx: CheckContext) => RawBuilder<{ item: string }>): Invariant['find'] =>
  async (ctx) =>
    (await query(ctx).execute(ctx.db)).rows.map(({ item }) => item)

/** Every n-th item of a list, so that at most `max` remain; all items when `files` is set. */
export function sample<T>({ files }: CheckContext, list: readonly T[], most: number): readonly T[] {
  const step = files ? 1 : Math.max(1, Math.ceil(list.length / most))
  return step === 1 ? list : list.filter((_, at) => at % step === 0)
}
