import { type Kysely, type RawBuilder, sql } from 'kysely'
import { tables } from '#server/areas/tables.ts'
import type { Database } from '#server/db/schema.ts'
import type { Table } from '#server/db/table.ts'
import { contains } from '#server/db/search.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { readPage } from '#server/http/paging.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { clearSite, siteFolder } from '../statics/index.ts'
import type { SiteRow } from '../site/index.ts'

type Db = Kysely<Database>

/** Deleted sites can be restored for this time. */
export const RETENTION_MS = 30 * DAY_MS

export type RecycledRow = SiteRow & { deleteTime: number }

/** The symbol of a deleted site. Symbols can't contain `#`, so the original one becomes available. */
export const recycledSymbol: RawBuilder<string> = sql<string>`symbol || '#' || id`
export const toOriginalSymbol = (row: SiteRow): string => row.symbol.slice(0, row.symbol.lastIndexOf('#'))

interface Filter {
  ids: readonly number[] | null
  key: string
  page: number
  size: number
  now: number
}

/** A page of the recycle bin, last deleted first, with the total. */
export async function findRecycled(db: Db, { ids, key, now, ...paging }: Filter) {
  let sites = db.selectFrom('site').where('deleteTime', '>', now - RETENTION_MS)
  if (ids) sites = sites.where('id', 'in', [...ids, -1])
  if (key) sites = sites.where((eb) => contains([eb.ref('title'), eb.ref('symbol')], key))
  const recycled = sites.selectAll().$narrowType<{ deleteTime: number }>()
  return readPage(recycled.orderBy('deleteTime', 'desc').orderBy('id', 'desc'), paging)
}

/** Reads sites from the recycle bin. @throws AppError `not-found` that lists missing sites */
export async function requireRecycledSites(ctx: CallContext, ids: readonly number[]): Promise<SiteRow[]> {
  const limit = ctx.clock.now().getTime() - RETENTION_MS
  const rows = await ctx.db
    .selectFrom('site')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleteTime', '>', limit)
    .execute()
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '站点', ids: missingIds, problem: '已不在回收站' })
  return rows
}

/**
 * Tables whose rows are deleted with the site. Entries are removed by the maintenance of content, because their columns
 * are gone.
 */
const OWNED_TABLES = Object.entries<Table>(tables).flatMap(([name, { isDeletedWithSite }]) =>
  isDeletedWithSite ? [name] : [],
)

/** Deletes expired sites from the recycle bin, with everything they own and their built pages. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const limit = deps.clock.now().getTime() - RETENTION_MS
  const rows = await deps.db.selectFrom('site').select('id').where('deleteTime', '<=', limit).execute()
  for (const { id } of rows) {
    await clearSite(siteFolder(deps.dataDir, id))
    await deps.db.transaction().execute(async (db) => {
      await db
        .deleteFrom('workflow_node')
        .where('workflowId', 'in', (eb) => eb.selectFrom('workflow').select('id').where('siteId', '=', id))
        .execute()
      for (const table of OWNED_TABLES) await sql`delete from ${sql.table(table)} where "siteId" = ${id}`.execute(db)
      await db.deleteFrom('site').where('id', '=', id).where('deleteTime', '<=', limit).execute()
    })
  }
}
