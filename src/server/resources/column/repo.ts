import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { transactionLock } from '#server/db/dialect.ts'
import type { SiteColumnTable } from '#server/db/tables/core.ts'

export type ColumnRow = Selectable<SiteColumnTable>

/** The columns of a site, larger `sort` first within each level. */
export const findColumns = (db: Kysely<Database>, siteId: number): Promise<ColumnRow[]> =>
  db.selectFrom('site_column').selectAll().where('siteId', '=', siteId).orderBy('sort', 'desc').orderBy('id').execute()

export const findColumn = (db: Kysely<Database>, id: number): Promise<ColumnRow | undefined> =>
  db.selectFrom('site_column').selectAll().where('id', '=', id).executeTakeFirst()

const TREE_LOCK = 7_430_000_000

/** One change of a site's tree at a time, until the transaction ends: two moves can't make a ring. */
export const lockTree = (db: Kysely<Database>, siteId: number): Promise<void> => transactionLock(db, TREE_LOCK + siteId)

/** The column and all below it, each parent before its children; rows are those of its site. */
export function subtree(rows: readonly ColumnRow[], id: number): ColumnRow[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const found = rows.filter((row) => row.id === id)
  // Grows while it is walked.
  for (const row of found) found.push(...(below.get(row.id) ?? []))
  return found
}
