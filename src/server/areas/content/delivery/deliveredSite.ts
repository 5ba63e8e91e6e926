import type { CallContext } from '#server/http/context.ts'
import { signInRequired } from '#server/http/call.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { DeliveryMode } from '#shared/contract/delivery.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ContentColumn, toContentColumn } from '../store/rules.ts'

/** A site, restricted to what the caller may read. */
export interface DeliveredSite {
  siteId: number
  mode: Exclude<DeliveryMode, 'off'>
  maxAge: number
  /** Columns by id. */
  columns: ReadonlyMap<number, ContentColumn>
}

const notDelivered = (): AppError => new AppError('not-found', '站点不存在，或未开启内容接口')

/**
 * Finds a site that is public and delivers content. AppErrors: `not-found` for everything else; `unauthorized` and
 * `forbidden` where a token is required.
 */
export async function requireDeliveredSite(ctx: CallContext, siteId: number): Promise<DeliveredSite> {
  const row = await ctx.db
    .selectFrom('delivery_site')
    .innerJoin('site', 'site.id', 'delivery_site.siteId')
    .select(['delivery_site.mode', 'delivery_site.columnIds', 'delivery_site.maxAge'])
    .where('delivery_site.siteId', '=', siteId)
    .where('site.deleteTime', 'is', null)
    .where('site.isStatus', '=', 1)
    .executeTakeFirst()
  if (!row || row.mode === 'off') throw notDelivered()
  if (row.mode === 'token') requireToken(ctx, siteId)
  const chosen = JSON.parse(row.columnIds) as number[]
  const rows = await ctx.db
    .selectFrom('site_column')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('clue', '=', 0)
    .where('menuType', 'in', [COLUMN_TYPE.article, COLUMN_TYPE.list])
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  const authority = row.mode === 'token' ? ctx.requireSignedIn().authority : null
  const columns = rows
    .map(toContentColumn)
    .filter(({ id }) => chosen.length === 0 || chosen.includes(id))
    .filter((column) => authority === null || contentRefusal(authority, column, 'read') === null)
  const byId = new Map(columns.map((column) => [column.id, column]))
  return { siteId, mode: row.mode, maxAge: row.maxAge, columns: byId }
}

function requireToken({ who }: CallContext, siteId: number): void {
  if (!who) throw signInRequired()
  if (!canUseSite(who.authority, siteId)) throw new AppError('forbidden', '令牌没有该站点的权限，请更换令牌')
}

/** Finds a column of the site by id or code. AppError `not-found`. */
export function requireColumn({ columns }: DeliveredSite, named: string): ContentColumn {
  const list = [...columns.values()]
  const column = list.find(({ id }) => String(id) === named) ?? list.find(({ code }) => code !== '' && code === named)
  if (!column) throw new AppError('not-found', `内容接口中没有栏目“${named}”，请检查编号或栏目代码`)
  return column
}

export const isLabels = ({ fieldType }: MenuField): boolean => fieldType === 'RelationLabel'
export const isRelation = ({ fieldType }: MenuField): boolean => fieldType === 'RelationContent'
export const isLong = ({ fieldType }: MenuField): boolean => fieldType === 'Editor'
