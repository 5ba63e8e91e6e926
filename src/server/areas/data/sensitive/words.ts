import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { perOwner } from '#server/hints.ts'
import { type SensitiveRule, WordFinder } from '#shared/domain/sensitiveWords.ts'

interface CachedWords {
  state: string
  rules: readonly SensitiveRule[]
  finder: WordFinder<SensitiveRule>
}

/** Cached per database; transactions share its adapter. */
const wordCache = perOwner((): { last?: CachedWords } => ({}))

/** Cached per transaction, so that publishing many entries reads the words once. */
const transactionCache = perOwner((): { finder?: Promise<WordFinder<SensitiveRule>> } => ({}))

/** A finder for the current words of the database. */
export function readFinder(db: Kysely<Database>): Promise<WordFinder<SensitiveRule>> {
  const read = () => readCurrent(db).then(({ finder }) => finder)
  return db.isTransaction ? (transactionCache(db).finder ??= read()) : read()
}

/** The words themselves, for a thread that searches for them. */
export const readRules = async (db: Kysely<Database>): Promise<readonly SensitiveRule[]> =>
  (await readCurrent(db)).rules

/** Reads the words again only after a change. */
async function readCurrent(db: Kysely<Database>): Promise<CachedWords> {
  const kept = wordCache(db.getExecutor().adapter)
  const state = await readFingerprint(db)
  if (kept.last?.state === state) return kept.last
  const rules = await db.selectFrom('sensitive_word').select(['sensitiveWord', 'propWord', 'classId']).execute()
  kept.last = { state, rules, finder: new WordFinder(rules) }
  return kept.last
}

/**
 * Fingerprint of the table: ids are never reused, and every change increases a version, so equal counts, highest ids
 * and version sums mean equal rows. A transaction that changes words must not search for them, because a rollback
 * would leave wrong words in the cache.
 */
async function readFingerprint(db: Kysely<Database>): Promise<string> {
  const { count, top, saves } = await db
    .selectFrom('sensitive_word')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('id').as('top'),
      fn.sum<number | null>('version').as('saves'),
    ])
    .executeTakeFirstOrThrow()
  return `${count} ${top ?? 0} ${saves ?? 0}`
}
