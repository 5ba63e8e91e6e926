import { type SelectQueryBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { contains } from '#server/db/search.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { firstMoment, lastMoment } from '#server/http/dateFilter.ts'
import { missing } from '#server/http/missing.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import { LOG_COUNTED, LOG_LOOKED, type LogLine, recordChange } from '#shared/contract/log.ts'
import type { ApiOperation } from '#shared/contract/define.ts'
import { isApiName, operations, type ParsedOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { redact } from '#shared/util/redact.ts'
import { aboutOf } from './about.ts'

type Wanted = ParsedOf<'log.exportSheet'>
type Found = SelectQueryBuilder<Database, 'operation_log', object>

/**
 * The lines that the caller may see: of its role's sites, and its own. Lines without a site are for super
 * administrators.
 */
function linesSeen(ctx: CallContext): Found {
  const { authority, accountId } = ctx.signed()
  const all = ctx.db.selectFrom('operation_log')
  const sites = grantedSiteIds(authority)
  return sites === null
    ? all
    : all.where((eb) =>
        eb.or([eb('operation_log.accountId', '=', accountId), eb('operation_log.siteId', 'in', [...sites, -1])]),
      )
}

/** The visible lines that match the filters, except the keyword. */
export function linesFound(ctx: CallContext, { postTimeBegin, postTimeEnd, accountId, siteId, area, result }: Wanted) {
  let found = linesSeen(ctx)
  const first = firstMoment(postTimeBegin)
  const last = lastMoment(postTimeEnd)
  if (first !== undefined) found = found.where('operation_log.createTime', '>=', first)
  if (last !== undefined) found = found.where('operation_log.createTime', '<=', last)
  if (accountId !== 0) found = found.where('operation_log.accountId', '=', accountId)
  if (siteId !== undefined) found = found.where('operation_log.siteId', '=', siteId)
  if (area !== '') found = found.where('operation_log.area', '=', area)
  // Written literally, so that the partial index applies.
  if (result === 'refused') found = found.where(sql<SqlBool>`operation_log.code <> 200`)
  if (result === 'ok') found = found.where('operation_log.code', '=', SUCCESS)
  return found
}

/** Columns searched for the keyword. */
const TEXTS = ['username', 'title', 'url', 'ip', 'msg'] as const
const newest = <O>(found: SelectQueryBuilder<Database, 'operation_log', O>) =>
  found.orderBy('operation_log.createTime', 'desc').orderBy('operation_log.id', 'desc')

/** Ids of lines with the keyword, newest first, among the newest LOG_LOOKED lines that match the other filters. */
const keyed = (ctx: CallContext, wanted: Wanted) =>
  ctx.db
    .selectFrom(
      newest(linesFound(ctx, wanted))
        .select([...TEXTS, 'operation_log.id', 'operation_log.createTime'])
        .limit(LOG_LOOKED)
        .as('recent'),
    )
    .where((eb) =>
      contains(
        TEXTS.map((name) => eb.ref(`recent.${name}`)),
        wanted.key,
      ),
    )

type Row = Selectable<Database['operation_log']> & { siteTitle: string | null }

const rowsOf = (ctx: CallContext) =>
  ctx.db
    .selectFrom('operation_log')
    .leftJoin('site', 'site.id', 'operation_log.siteId')
    .selectAll('operation_log')
    .select('site.title as siteTitle')

/** The input without private fields; lines older than a field's declaration contain them. */
function visibleInput({ operation, input }: Pick<Row, 'operation' | 'input'>): string {
  const called: ApiOperation | null = isApiName(operation) ? operations[operation] : null
  // Lines of earlier versions contain the start of request bodies.
  if (!called?.personal && !input.includes('<')) return input
  const redaction = { hidden: '***', personal: called?.personal ?? [], hidesMarkup: true }
  return JSON.stringify(redact(JSON.parse(input), redaction))
}

export const present = (row: Row): LogLine => ({
  id: row.id,
  createBy: row.username,
  title: row.title,
  postTime: formatDateTime(row.createTime),
  ip: row.ip,
  spendTime: row.durationMs,
  beginTime: row.durationMs,
  url: row.url,
  httpMethod: row.method,
  classMethod: row.operation,
  requestData: visibleInput(row),
  responseData: JSON.stringify({ code: row.code, msg: row.msg, data: JSON.parse(row.answer) as unknown }),
  siteId: row.siteId,
  siteTitle: row.siteTitle ?? (row.siteId === 0 ? '' : `站点 ${row.siteId}`),
  area: row.area,
  ok: row.code === SUCCESS,
  msg: row.msg,
})

/** A line for the screen. */
const told = (row: Row): LogLine => ({ ...present(row), about: aboutOf({ ...row, input: visibleInput(row) }) })

/** Number of lines up to LOG_COUNTED + 1, and the ids of one page. */
async function pageOfIds<DB, TB extends keyof DB>(
  { db }: CallContext,
  ids: SelectQueryBuilder<DB, TB, { id: number }>,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; ids: number[] }> {
  const offset = (page - 1) * size
  const counted = db.selectFrom(ids.limit(LOG_COUNTED + 1).as('counted'))
  const { total } = await counted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await ids
    .limit(Math.max(0, Math.min(size, LOG_COUNTED - offset)))
    .offset(offset)
    .execute()
  return { total, ids: rows.map(({ id }) => id) }
}

/**
 * A page of the log. Counting and paging stop at LOG_COUNTED lines, so that ten million lines take as long as a few
 * thousand.
 */
export const pageLog: Handler<'log.page'> = async (ctx, { page, size, ...wanted }) => {
  const { total, ids } = await (wanted.key === ''
    ? pageOfIds(ctx, newest(linesFound(ctx, wanted).select('operation_log.id')), { page, size })
    : pageOfIds(
        ctx,
        keyed(ctx, wanted).select('recent.id').orderBy('recent.createTime', 'desc').orderBy('recent.id', 'desc'),
        { page, size },
      ))
  const rows = await newest(rowsOf(ctx).where('operation_log.id', 'in', [...ids, -1])).execute()
  return {
    ...pageOf(rows.map(told), Math.min(total, LOG_COUNTED), size),
    ...(total > LOG_COUNTED && { atLeast: true }),
    ...(wanted.key !== '' && (await moreThanLooked(ctx, wanted)) && { looked: LOG_LOOKED }),
  }
}

/** Are there older lines that were not searched? */
async function moreThanLooked(ctx: CallContext, wanted: Wanted): Promise<boolean> {
  const next = newest(linesFound(ctx, wanted).select('operation_log.id')).limit(1).offset(LOG_LOOKED)
  return (await next.executeTakeFirst()) !== undefined
}

const changes = z.array(recordChange)

export const findLine: Handler<'log.findById'> = async (ctx, { id }) => {
  const row = await rowsOf(ctx).where('operation_log.id', '=', id).executeTakeFirst()
  if (!row) throw missing({ kind: '日志', ids: [id] })
  const seen = await linesSeen(ctx).select('operation_log.id').where('operation_log.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError('forbidden', '没有该日志所属站点的权限，请联系管理员授权')
  return { ...told(row), changes: row.changes === '' ? [] : changes.parse(JSON.parse(row.changes)) }
}

/** All matching lines, without the limits of the list. */
export function linesOf(ctx: CallContext, wanted: Wanted): Found {
  const found = linesFound(ctx, wanted)
  return wanted.key === ''
    ? found
    : found.where((eb) =>
        contains(
          TEXTS.map((name) => eb.ref(`operation_log.${name}`)),
          wanted.key,
        ),
      )
}

/** Yields the matching lines from the oldest on, batch by batch, using the index of their time. */
export async function* linesInOrder(ctx: CallContext, wanted: Wanted, batch: number): AsyncGenerator<LogLine> {
  let after = { createTime: 0, id: 0 }
  for (;;) {
    const ids = linesOf(ctx, wanted)
      .select(['operation_log.id', 'operation_log.createTime'])
      .where(sql<SqlBool>`(operation_log."createTime", operation_log.id) > (${after.createTime}, ${after.id})`)
      .orderBy('operation_log.createTime')
      .orderBy('operation_log.id')
    const found = await ids.limit(batch).execute()
    const last = found.at(-1)
    if (!last) return
    const rows = rowsOf(ctx).where(
      'operation_log.id',
      'in',
      found.map(({ id }) => id),
    )
    for (const row of await rows.orderBy('operation_log.createTime').orderBy('operation_log.id').execute())
      yield present(row)
    after = last
  }
}
