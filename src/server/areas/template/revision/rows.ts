import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'

type Db = Kysely<Database>
export type RevisionRow = RowOf<'template_revision'>
export type NewRevision = Insertable<Database['template_revision']>

/** Rows or values per statement; both databases limit the number of parameters. */
const MAX_STATEMENT_ROWS = 256

/** Finds the current version of each path; of two the newer one. */
export async function findCurrentRows(db: Db, templateId: number, paths: readonly string[]) {
  const found = new Map<string, RevisionRow>()
  for (const part of splitIntoBatches(paths, MAX_STATEMENT_ROWS)) {
    const rows = await db
      .selectFrom('template_revision')
      .selectAll()
      .where('templateId', '=', templateId)
      .where('path', 'in', part)
      .where('endTime', 'is', null)
      .orderBy('id')
      .execute()
    for (const row of rows) found.set(row.path, row)
  }
  return found
}

/** Finds a stored version of the path with this content. */
export const findStoredRevision = (
  db: Db,
  templateId: number,
  path: string,
  sha256: string,
): Promise<RevisionRow | undefined> =>
  db
    .selectFrom('template_revision')
    .selectAll()
    .where('templateId', '=', templateId)
    .where('path', '=', path)
    .where('sha256', '=', sha256)
    .where('kept', '=', 1)
    .limit(1)
    .executeTakeFirst()

export async function insertRows(db: Db, rows: readonly NewRevision[]): Promise<void> {
  for (const some of splitIntoBatches(rows, MAX_STATEMENT_ROWS))
    await db.insertInto('template_revision').values(some).execute()
}

/** Ends versions; `kept`: whether their bytes are stored. */
export async function endRows(db: Db, ids: readonly number[], endTime: number, kept: 0 | 1): Promise<void> {
  for (const some of splitIntoBatches(ids, MAX_STATEMENT_ROWS))
    await db.updateTable('template_revision').set({ endTime, kept }).where('id', 'in', some).execute()
}

/** Moves the history of a path and everything below it to another path. */
export async function moveRows(db: Db, templateId: number, from: string, to: string): Promise<void> {
  const [inside, length] = [`${from}/`, [...from].length + 1]
  const rows = db.updateTable('template_revision').where('templateId', '=', templateId)
  await rows.set({ path: to }).where('path', '=', from).execute()
  await rows
    .set((eb) => ({
      path: sql<string>`${`${to}/`} || ${eb.fn<string>('substr', ['path', eb.lit(length + 1)])}`,
    }))
    // Not LIKE, because names may contain its wildcards.
    .where((eb) => eb(eb.fn<string>('substr', ['path', eb.lit(1), eb.lit(length)]), '=', inside))
    .execute()
}
