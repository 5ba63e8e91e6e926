import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'

type ColumnRow = RowOf<'site_column'>

/** Copies all columns of a site with their fields into another, parents before children. */
export async function copyColumns(db: Kysely<Database>, from: number, to: number): Promise<void> {
  const rows = await db.selectFrom('site_column').selectAll().where('siteId', '=', from).orderBy('id').execute()
  const children = Map.groupBy(rows, (row) => row.parentId)
  const ids = new Set(rows.map((row) => row.id))
  const pending = rows.filter((row) => !ids.has(row.parentId)).map((row) => ({ row, parentId: 0 }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const id = await copyColumn(db, next.row, { siteId: to, parentId: next.parentId })
    for (const row of children.get(next.row.id) ?? []) pending.push({ row, parentId: id })
  }
}

async function copyColumn(
  db: Kysely<Database>,
  source: ColumnRow,
  parent: { siteId: number; parentId: number },
): Promise<number> {
  const { id: sourceId, ...row } = source
  // The copy starts without hits, and without the workflow, which belongs to the source site.
  const copy = { ...row, ...parent, hits: 0, relationWorkFlow: '' }
  const { id } = await db.insertInto('site_column').values(copy).returning('id').executeTakeFirstOrThrow()
  const manageUrl = row.manageUrl.replace(new RegExp(`/${sourceId}$`), `/${id}`)
  if (manageUrl !== row.manageUrl) await db.updateTable('site_column').set({ manageUrl }).where('id', '=', id).execute()
  return id
}
