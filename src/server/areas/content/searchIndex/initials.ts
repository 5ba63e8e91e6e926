import type { Kysely } from 'kysely'
import { engineOf } from '#server/db/dialect.ts'
import { initialsOf } from '#server/db/initials.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, removeSetting, saveSetting } from '#server/db/settings.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { addToIndex } from './searchIndex.ts'
import { inColumn } from './words.ts'

/** An entry whose title is found by its pinyin initials. */
interface Titled {
  id: number
  classId: number
  title: string
}

/** Each two neighbours: an entry has all of those of the initials that are looked for. */
const pairs = (initials: string): string[] => [
  ...new Set([...initials].slice(1).map((letter, at) => `${initials[at] ?? ''}${letter}`)),
]

/** The words of the index of initials that an entry of the column must have. */
export const initialWords = (classId: number, typed: string): string[] =>
  pairs(typed).map((pair) => inColumn(classId, pair))

/** Keeps the initials of the entries' titles, in place of what was kept before. */
export async function writeInitials(db: Kysely<Database>, entries: readonly Titled[]): Promise<void> {
  const made = await initialsOf(entries.map(({ title }) => title))
  const rows = entries.map(({ id, classId }, at) => ({ id, words: initialWords(classId, made[at] ?? '') }))
  await addToIndex(db, rows, 'content_initials')
}

/** The id up to which the entries of an earlier version have their initials; absent: all have. */
const AFTER = 'content.initialsAfter'
/** Of one transaction: others write in between. */
const ROWS = 500

/** Are there entries of an earlier version without initials? */
export const initialsMissing = async (db: Kysely<Database>): Promise<boolean> => (await readSetting(db, AFTER)) !== null

/** Makes the initials of entries that were there before initials were kept; goes on where it was stopped. */
export const initialsWork: JobWork = async ({ db }, job) => {
  const last = await db.selectFrom('content').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  let after = Number((await readSetting(db, AFTER)) ?? 0)
  for (;;) {
    const end = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('content')
        .select(['id', 'classId', 'title'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS)
        .$if(engineOf(db) === 'postgres', (query) => query.forUpdate())
        .execute()
      const to = rows.at(-1)?.id
      if (to !== undefined) {
        await writeInitials(tx, rows)
        await saveSetting(tx, AFTER, String(to))
      }
      return to
    })
    if (end === undefined) break
    after = end
    const done = Math.min(99, Math.floor((100 * end) / (last?.id ?? end)))
    await job.report(done, `已处理 ${done}%`)
  }
  await job.finish(async (tx) => {
    await removeSetting(tx, AFTER)
    return 0
  })
}
