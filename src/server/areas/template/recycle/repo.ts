import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { readPage } from '#server/http/paging.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { requireTemplateAccess, type TemplateRow, filterVisible, addSiteIds } from '../template/index.ts'

type Db = Kysely<Database>

/** Deleted templates can be restored for this time. */
export const RETENTION_MS = 30 * DAY_MS

export type RecycledRow = TemplateRow & { deleteTime: number }

interface Filter {
  key: string
  page: number
  size: number
  now: number
}

const isRecycled = (row: TemplateRow): row is RecycledRow => row.deleteTime !== null

/** A page of the deleted templates the caller may see, last deleted first, with the total. */
export async function findRecycled(db: Db, who: SignedInAccount, { key, now, ...paging }: Filter) {
  let found = filterVisible(db.selectFrom('template').where('template.deleteTime', '>', now - RETENTION_MS), who)
  if (key) found = found.where((eb) => contains([eb.ref('template.name'), eb.ref('template.folder')], key))
  const last = found.selectAll('template').orderBy('template.deleteTime', 'desc').orderBy('template.id', 'desc')
  const { rows, total } = await readPage(last, paging)
  return { rows: (await addSiteIds(db, rows)).filter(isRecycled), total }
}

/**
 * Reads templates from the recycle bin.
 * @throws AppError `not-found` that lists missing ones; `forbidden` for one the caller may not change
 */
export async function requireRecycledTemplates(ctx: CallContext, ids: readonly number[]): Promise<TemplateRow[]> {
  const limit = ctx.clock.now().getTime() - RETENTION_MS
  const found = ctx.db.selectFrom('template').selectAll().where('id', 'in', ids).where('deleteTime', '>', limit)
  const rows = await addSiteIds(ctx.db, await found.execute())
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '模板', ids: missingIds, problem: '已不在回收站' })
  for (const row of rows) await requireTemplateAccess(ctx, row, 'write', `模板（编号 ${row.id}）`)
  return rows
}

/** Increments the version, which locks the row, deleted or not, until the transaction `db` ends. */
export const lockTemplateRow = (db: Db, id: number) =>
  db
    .updateTable('template')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(['folder', 'folderKey', 'deleteTime'])
    .executeTakeFirst()

/** Deletes expired templates from the recycle bin, with their drafts. */
export async function removeExpired({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> {
  const limit = clock.now().getTime() - RETENTION_MS
  const expired = db.selectFrom('template').select('id').where('deleteTime', '<=', limit)
  await db.deleteFrom('template').where('draftOf', 'in', expired).execute()
  await db.deleteFrom('template').where('deleteTime', '<=', limit).execute()
}
