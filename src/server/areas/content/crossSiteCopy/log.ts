import type { RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import type { CopyLog } from '#shared/contract/crossSiteCopy.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { toChunks, type Writer } from '../entry/index.ts'
import type { CopyOrder, Route } from './route.ts'

export type CopyLogRow = RowOf<'copy_log'>

/** An entry's part of a log row. */
interface Line {
  dataId: number
  title: string
  targetId: number
  reason: string
}

interface LoggedColumn {
  id: number
  siteId: number
  title: string
}
/** Source and target as the log names them. */
export interface LoggedRoute extends Pick<Route, 'sourceSite' | 'targetSite'> {
  source: LoggedColumn
  target: LoggedColumn
}

/** Writes one row per entry, all of the same route. */
export async function writeLog(
  ctx: Writer,
  { order, route, status }: { order: CopyOrder; route: LoggedRoute; status: 0 | 1 },
  lines: readonly Line[],
): Promise<void> {
  const { source, target, sourceSite, targetSite } = route
  const shared = {
    ruleId: order.ruleId,
    rule: order.rule,
    sourceSiteId: source.siteId,
    sourceMenuId: source.id,
    targetSiteId: target.siteId,
    targetMenuId: target.id,
    sourceSite,
    sourceMenu: source.title,
    targetSite,
    targetMenu: target.title,
    status,
    author: ctx.requireSignedIn().username,
    createTime: ctx.clock.now().getTime(),
  }
  for (const part of toChunks(lines))
    await ctx.db
      .insertInto('copy_log')
      .values(part.map((line) => ({ ...shared, ...line })))
      .execute()
}

const present = ({ createTime, ...row }: CopyLogRow): CopyLog => ({ ...row, createDate: formatDateTime(createTime) })

/** Log rows between the caller's sites, newest first. */
export async function logPage(ctx: CallContext, { key, status, page, size }: ParsedOf<'copyLog.page'>) {
  const sites = grantedSiteIds(ctx.requireSignedIn().authority)
  let found = ctx.db.selectFrom('copy_log')
  if (sites) found = found.where('sourceSiteId', 'in', [...sites, -1]).where('targetSiteId', 'in', [...sites, -1])
  if (status !== undefined) found = found.where('status', '=', status)
  if (key)
    found = found.where((eb) =>
      contains(
        ['title', 'rule', 'sourceSite', 'sourceMenu', 'targetSite', 'targetMenu'].map((name) =>
          eb.ref(name as 'title'),
        ),
        key,
      ),
    )
  const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), { page, size })
  return pageOf(rows.map(present), total, size)
}

/** AppErrors: `not-found` names missing rows, `forbidden` for a site that the caller may not use. */
export async function removeLog(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const existing: Pick<CopyLogRow, 'id' | 'sourceSiteId' | 'targetSiteId'>[] = []
  for (const part of toChunks(ids))
    existing.push(
      ...(await ctx.db
        .selectFrom('copy_log')
        .select(['id', 'sourceSiteId', 'targetSiteId'])
        .where('id', 'in', part)
        .execute()),
    )
  const known = new Set(existing.map(({ id }) => id))
  const missingIds = ids.filter((id) => !known.has(id))
  if (missingIds.length > 0) throw missingRecords({ kind: '复制日志', ids: missingIds })
  requireSites(ctx, existing)
  for (const part of toChunks(ids)) await ctx.db.deleteFrom('copy_log').where('id', 'in', part).execute()
}

/** AppError `forbidden` unless the caller may use the sites of all rows. */
export function requireSites(
  ctx: CallContext,
  rows: readonly Pick<CopyLogRow, 'sourceSiteId' | 'targetSiteId'>[],
): void {
  const sites = rows.flatMap(({ sourceSiteId, targetSiteId }) => [sourceSiteId, targetSiteId])
  for (const siteId of new Set(sites)) ctx.requireSite(siteId)
}

export async function requireLog(ctx: CallContext, id: number): Promise<CopyLogRow> {
  const row = await ctx.db.selectFrom('copy_log').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('复制日志不存在，可能已被删除，请刷新', id)
  requireSites(ctx, [row])
  return row
}
