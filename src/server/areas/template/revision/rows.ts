import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'

type Db = Kysely<Database>
export type RevisionRow = RowOf<'template_revision'>
export type NewRevision = Insertable<Database['template_revision']>

/** Rows or values of one statement: both databases bound the number of parameters. */
const BATCH = 256

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH)
}

/** The versions that stand at these paths now, by path; of a path with two the newer one. */
export async function currentRows(db: Db, templateId: number, paths: readonly string[]) {
  const found = new Map<string, RevisionRow>()
  for (const some of batches(paths)) {
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

/** Is this content, which a file once had at the path, kept? */
export async function isRevisionStored(db: Db, templateId: number, path: string, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('template_revision')
    .select('id')
    .where('templateId', '=', templateId)
    .where('path', '=', path)
    .where('sha256', '=', sha256)
    .where('kept', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRows(db: Db, rows: readonly NewRevision[]): Promise<void> {
  for (const some of batches(rows)) await db.insertInto('template_revision').values(some).execute()
}

/** Versions that stand no longer; `kept`: their bytes are. */
export async function endRows(db: Db, ids: readonly number[], endTime: number, kept: 0 | 1): Promise<void> {
  for (const some of batches(ids))
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
