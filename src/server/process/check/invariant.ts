import type { Kysely, RawBuilder } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { S3Options } from '#server/storage/s3/options.ts'

/** Broken things of one invariant that are counted and named at most. */
export const MOST = 1000

/** What an installation is checked with. Nothing is written. */
export interface CheckContext {
  /** A snapshot: what is read of it is of one moment. */
  db: Kysely<Database>
  engine: Engine
  dataDir: string
  /** null: uploads lie in the data folder. */
  s3: S3Options | null
  rsaKeyFile: string | undefined
  secretKey: string | undefined
  secretKeyBefore: string | undefined
  /** Read and hash every file and every version of every entry; else a sample of them. */
  files: boolean
  now: number
}

/** Something that holds in a sound installation. */
export interface Invariant {
  /** Names it for programs, such as `content.counts`. */
  code: string
  /** What is wrong when it is broken, for a person: follows a number. */
  problem: string
  /** What that means for the people who work with the installation. */
  meaning: string
  remedy: string
  /** fault: something is lost, doubled or torn. note: left-overs and what ends by itself. */
  level: 'fault' | 'note'
  /** Names what breaks it, at most MOST of them. */
  find(ctx: CheckContext): Promise<string[]>
}

/** One that a query finds: it answers at most MOST rows with the text `item`. */
export const byQuery =
  (query: (ctx: CheckContext) => RawBuilder<{ item: string }>): Invariant['find'] =>
  async (ctx) =>
    (await query(ctx).execute(ctx.db)).rows.map(({ item }) => item)

/** Every n-th of a list, so that at most `most` remain; all of them when everything is to be read. */
export function sampled<T>({ files }: CheckContext, list: readonly T[], most: number): readonly T[] {
  const step = files ? 1 : Math.max(1, Math.ceil(list.length / most))
  return step === 1 ? list : list.filter((_, at) => at % step === 0)
}
