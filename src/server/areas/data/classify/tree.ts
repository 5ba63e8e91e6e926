import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { Classify } from '#shared/contract/classify.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type ClassifyRow = RowOf<'classify'>

/** All entries, larger `sort` first within each level. */
export const findEntries = (db: Kysely<Database>): Promise<ClassifyRow[]> =>
  db.selectFrom('classify').selectAll().orderBy('sort', 'desc').orderBy('id').execute()

/** An entry for a response (B·§3). */
export const presentEntry = ({ updatedBy, updateTime, ...row }: ClassifyRow, hasChildren: boolean) => ({
  ...row,
  hasChildren,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** The descendants of an entry, nested. */
export function buildTree(rows: readonly ClassifyRow[], id: number): Classify[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const childrenOf = (parentId: number): Classify[] =>
    (children.get(parentId) ?? []).map((row) => ({
      ...presentEntry(row, children.has(row.id)),
      child: childrenOf(row.id),
    }))
  return childrenOf(id)
}
