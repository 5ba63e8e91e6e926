import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { perOwner } from '#server/hints.ts'
import { type SensitiveRule, WordFinder } from '#shared/domain/sensitiveWords.ts'

interface Known {
  state: string
  rules: readonly SensitiveRule[]
  finder: WordFinder<SensitiveRule>
}

/** Per database: transactions share its adapter. */
const known = perOwner((): { last?: Known } => ({}))

/** What a transaction looks for: it asks once, however many entries it publishes. */
const asked = perOwner((): { finder?: Promise<WordFinder<SensitiveRule>> } => ({}))

/** The words of the database, ready to be looked for. */
export function finderOf(db: Kysely<Database>): Promise<WordFinder<SensitiveRule>> {
  const read = () => current(db).then(({ finder }) => finder)
  return db.isTransaction ? (asked(db).finder ??= read()) : read()
}

/** The words themselves, for a thread that looks for them. */
export const rulesOf = async (db: Kysely<Database>): Promise<readonly SensitiveRule[]> => (await current(db)).rules

/** They are read again when they have changed, and only then. */
async function current(db: Kysely<Database>): Promise<Known> {
  const kept = known(db.getExecutor().adapter)
  const state = await stateOf(db)
  if (kept.last?.state === state) return kept.last
  const rules = await db.selectFrom('sensitive_word').select(['sensitiveWord', 'propWord', 'classId']).execute()
  kept.last = { state, rules, finder: new WordFinder(rules) }
  return kept.last
}

/**
 * Tells two states of the table apart: an id is never used twice, so as many rows up to the same id are the same rows,
 * and each change of one adds to its version. A transaction that changes words must not look for them itself: what it
 * takes back would stay known.
 */
async function stateOf(db: Kysely<Database>): Promise<string> {
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
