import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { inParts } from '#shared/util/lists.ts'

type Db = Kysely<Database>
export type RevisionRow = RowOf<'template_revision'>
export type NewRevision = Insertable<Database['template_revision']>

/** Rows or values of one statement: both databases bound the number of parameters. */
const BATCH = 256

/** The versions that stand at these paths now, by path; of a path with two the newer one. */
export async function currentRows(db: Db, templateId: number, paths: readonly string[]) {
  const found = new Map<string, RevisionRow>()
  for (const some of inParts(paths, BATCH)) {
    const rows = await db
      .selectFrom('template_revision')
      .selectAll()
      .where('templateId', '=', templateId)
      .where('path', 'in', some)
      .where('endTime', 'is', null)
      .orderBy('id')
      .execute()
    for (const row of rows) found.set(row.path, row)
  }
  return found
}

/** This content, which a file once had at the path, when it is kept. */
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
  for (const some of inParts(rows, BATCH)) await db.insertInto('template_revision').values(some).execute()
}

/** Versions that stand no longer; `kept`: their bytes are. */
export async function endRows(db: Db, ids: readonly number[], endTime: number, kept: 0 | 1): Promise<void> {
  for (const some of inParts(ids, BATCH))
    await db.updateTable('template_revision').set({ endTime, kept }).where('id', 'in', some).execute()
}

/** Lets the history of a path, and of all below it, go on at another one. */
export async function moveRows(db: Db, templateId: number, from: string, to: string): Promise<void> {
  const [inside, length] = [`${from}/`, [...from].length + 1]
  const rows = db.updateTable('template_revision').where('templateId', '=', templateId)
  await rows.set({ path: to }).where('path', '=', from).execute()
  await rows
    .set((eb) => ({
      path: sql<string>`${`${to}/`} || ${eb.fn<string>('substr', ['path', eb.lit(length + 1)])}`,
    }))
    // No LIKE: names may contain its wildcards.
    .where((eb) => eb(eb.fn<string>('substr', ['path', eb.lit(1), eb.lit(length)]), '=', inside))
    .execute()
}
