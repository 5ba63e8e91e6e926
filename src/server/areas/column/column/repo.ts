import { type Kysely, sql } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { TargetColumn } from '#shared/domain/callAccess.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { EMPTY_COLUMN } from './empty.ts'

export type ColumnRow = RowOf<'site_column'>

/** The columns of a site, larger `sort` first within each level. */
export const findColumns = (db: Kysely<Database>, siteId: number): Promise<ColumnRow[]> =>
  db.selectFrom('site_column').selectAll().where('siteId', '=', siteId).orderBy('sort', 'desc').orderBy('id').execute()

const { fields: _left, ...TREE_DEFAULTS } = EMPTY_COLUMN
const TREE_COLUMNS = [
  ...(Object.keys(TREE_DEFAULTS) as (keyof typeof TREE_DEFAULTS)[]),
  ...(['id', 'siteId', 'parentId', 'title', 'menuType', 'version', 'changedBy', 'changeTime'] as const),
]

/** Like findColumns, without field definitions, which make up most of a large tree's bytes. */
export const findTree = (db: Kysely<Database>, siteId: number): Promise<ColumnRow[]> =>
  db
    .selectFrom('site_column')
    .select(TREE_COLUMNS)
    .select(sql<string>`'[]'`.as('fields'))
    .where('siteId', '=', siteId)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()

export const findColumn = (db: Kysely<Database>, id: number): Promise<ColumnRow | undefined> =>
  db.selectFrom('site_column').selectAll().where('id', '=', id).executeTakeFirst()

/** Ids per statement: both databases limit the number of bound values. */
const CHUNK_SIZE = 1000

/** The column data that permission checks need. */
export async function findTargets(db: Kysely<Database>, ids: readonly number[]): Promise<TargetColumn[]> {
  const found: TargetColumn[] = []
  for (const part of splitIntoBatches(ids, CHUNK_SIZE))
    found.push(
      ...(await db.selectFrom('site_column').select(['id', 'siteId', 'title']).where('id', 'in', part).execute()),
    )
  return found
}

/** Locks a site's tree until the transaction ends, so that two concurrent moves cannot create a cycle. */
export const lockTree = (db: Kysely<Database>, siteId: number): Promise<void> =>
  acquireTransactionLock(db, 'columnTree', siteId)

/** The column and its descendants, parents before children. `rows` are the columns of its site. */
export function findSubtree(rows: readonly ColumnRow[], id: number): ColumnRow[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const found = new Set(rows.filter((row) => row.id === id))
  // Iterating a Set includes entries added meanwhile; a cycle in old data ends, because each row is added once.
  for (const row of found) for (const child of children.get(row.id) ?? []) found.add(child)
  return [...found]
}
