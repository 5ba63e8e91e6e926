import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { toChunks } from '../store/entries.ts'

/** Marks the static pages of the entries as older than `time`. */
export async function markPagesStale(
  db: Kysely<Database>,
  rows: readonly { id: number; classId: number; siteId: number }[],
  time: number,
): Promise<void> {
  for (const part of toChunks(rows)) {
    await db
      .insertInto('stale_page')
      .values(part.map(({ id, classId, siteId }) => ({ siteId, classId, contentId: id, time })))
      .onConflict((conflict) => conflict.columns(['siteId', 'classId', 'contentId']).doUpdateSet({ time }))
      .execute()
  }
}
