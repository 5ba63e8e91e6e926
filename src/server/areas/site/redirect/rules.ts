import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { REDIRECT_KINDS, Redirect } from '#shared/contract/redirect.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type Db = Kysely<Database>
export type RedirectRow = RowOf<'site_redirect'>

/** Query for the redirects of a site whose addresses or note contain the key; '' for all. */
export const queryRedirects = (db: Db, siteId: number, key: string, kind: (typeof REDIRECT_KINDS)[number]) =>
  db
    .selectFrom('site_redirect')
    .where('siteId', '=', siteId)
    .$if(key !== '', (query) =>
      query.where((eb) => contains([eb.ref('source'), eb.ref('target'), eb.ref('note')], key)),
    )
    .$if(kind === 'auto', (query) => query.where('isAuto', '=', 1))
    .$if(kind === 'manual', (query) => query.where('isAuto', '=', 0))
    .$if(kind === 'off', (query) => query.where('isStatus', '=', 0))

export const presentRedirect = (row: RedirectRow): Redirect => ({
  id: row.id,
  siteId: row.siteId,
  source: row.source,
  target: row.target,
  note: row.note,
  isAuto: row.isAuto === 1,
  isStatus: row.isStatus === 1,
  hits: row.hits,
  hitDate: row.hitTime === 0 ? '' : formatDateTime(row.hitTime),
  version: row.version,
  changedBy: row.updatedBy,
  changedAt: formatDateTime(row.updateTime),
})

/** Reads a redirect. @throws AppError `not-found`; `forbidden` for a site the caller may not use */
export async function requireRedirect(ctx: CallContext, id: number): Promise<RedirectRow> {
  const row = await ctx.db.selectFrom('site_redirect').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('跳转不存在，可能已被删除，请刷新', id)
  ctx.requireSite(row.siteId)
  return row
}

/** Reads the enabled redirects of a site. */
export const readActiveRules = (db: Db, siteId: number) =>
  db
    .selectFrom('site_redirect')
    .select(['id', 'source', 'target'])
    .where('siteId', '=', siteId)
    .where('isStatus', '=', 1)
    .orderBy('id')
    .execute()

/** Host names of a site; a URL with one of them belongs to the site itself. */
export async function readHosts(db: Db, siteId: number): Promise<string[]> {
  const row = await db.selectFrom('site').select('domain').where('id', '=', siteId).executeTakeFirst()
  return (row?.domain ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || [])
}
