import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import { computeInitials } from '#server/db/initials.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, removeSetting, saveSetting } from '#server/db/settings.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { addToIndex } from './searchIndex.ts'
import { toColumnWord } from './words.ts'

/** An entry whose title is indexed by its pinyin initials. */
interface TitledEntry {
  id: number
  classId: number
  title: string
}

/** All pairs of neighbouring letters; a match has all pairs of the typed initials. */
const toPairs = (initials: string): string[] => [
  ...new Set([...initials].slice(1).map((letter, at) => `${initials[at] ?? ''}${letter}`)),
]

/** Index words that an entry of the column must have. */
export const toInitialWords = (classId: number, typed: string): string[] =>
  toPairs(typed).map((pair) => toColumnWord(classId, pair))

/** Replaces the indexed initials of the entries' titles. */
export async function writeInitials(db: Kysely<Database>, entries: readonly TitledEntry[]): Promise<void> {
  const made = await computeInitials(entries.map(({ title }) => title))
  const rows = entries.map(({ id, classId }, at) => ({ id, words: toInitialWords(classId, made[at] ?? '') }))
  await addToIndex(db, rows, 'content_initials')
}

/** Setting: highest id whose initials are backfilled; absent when all are. */
const BACKFILLED_ID = 'content.initialsAfter'
/** Entries per transaction, so that others can write in between. */
const BATCH_ROWS = 500

/** Do entries of an earlier version lack initials? */
export const needsBackfill = async (db: Kysely<Database>): Promise<boolean> =>
  (await readSetting(db, BACKFILLED_ID)) !== null

/** Job: backfills the initials of older entries; continues where it was interrupted. */
export const backfillInitials: JobWork = async ({ db }, job) => {
  const last = await db.selectFrom('content').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  let after = Number((await readSetting(db, BACKFILLED_ID)) ?? 0)
  for (;;) {
    const lastId = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('content')
        .select(['id', 'classId', 'title'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_ROWS)
        .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
        .execute()
      const to = rows.at(-1)?.id
      if (to !== undefined) {
        await writeInitials(tx, rows)
        await saveSetting(tx, BACKFILLED_ID, String(to))
      }
      return to
    })
    if (lastId === undefined) break
    after = lastId
    const done = Math.min(99, Math.floor((100 * lastId) / (last?.id ?? lastId)))
    await job.report(done, `已处理 ${done}%`)
  }
  await job.finish(async (tx) => {
    await removeSetting(tx, BACKFILLED_ID)
    return 0
  })
}
