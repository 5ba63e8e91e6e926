import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ClassifyTable } from '#server/db/tables/dictionaries.ts'
import type { Classify } from '#shared/contract/classify.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type ClassifyRow = Selectable<ClassifyTable>

/** Every entry, larger sort first within its level. */
export const findEntries = (db: Kysely<Database>): Promise<ClassifyRow[]> =>
  db.selectFrom('classify').selectAll().orderBy('sort', 'desc').orderBy('id').execute()

/** An entry as it leaves the server (B·§3). */
export const presentEntry = ({ updatedBy, updateTime, ...row }: ClassifyRow, hasChildren: boolean) => ({
  ...row,
  hasChildren,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** What stands below the entry, nested. */
export function treeBelow(rows: readonly ClassifyRow[], id: number): Classify[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const nested = (parentId: number): Classify[] =>
    (below.get(parentId) ?? []).map((row) => ({ ...presentEntry(row, below.has(row.id)), child: nested(row.id) }))
  return nested(id)
}

/** The entries and all below them. */
export function withBelow(rows: readonly ClassifyRow[], ids: readonly number[]): ClassifyRow[] {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const found = new Set(rows.filter((row) => ids.includes(row.id)))
  // Grows while it is walked.
  for (const row of found) for (const child of below.get(row.id) ?? []) found.add(child)
  return [...found]
}

/** The entry's own number of levels: 1 without children. */
export function height(rows: readonly ClassifyRow[], id: number): number {
  const children = rows.filter((row) => row.parentId === id)
  return 1 + Math.max(0, ...children.map((row) => height(rows, row.id)))
}

/** The entry and those above it, itself first. */
export function lineTo(rows: readonly ClassifyRow[], id: number): ClassifyRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const line: ClassifyRow[] = []
  for (let at = byId.get(id); at && line.length <= rows.length; at = byId.get(at.parentId)) line.push(at)
  return line
}
