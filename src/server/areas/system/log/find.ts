import { type SelectQueryBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { contains } from '#server/db/search.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handler } from '#server/http/routes.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import { MAX_COUNTED_LOG_LINES, MAX_SEARCHED_LOG_LINES, type LogLine, recordChange } from '#shared/contract/log.ts'
import type { ApiOperation } from '#shared/contract/define.ts'
import { isApiName, operations, type ParsedOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { redact } from '#shared/util/redact.ts'
import { describeSubject } from './subject.ts'

type LogFilter = ParsedOf<'log.exportSheet'>
type LogQuery = SelectQueryBuilder<Database, 'operation_log', object>

/**
 * The lines that the caller may see: of its role's sites, and its own. Lines without a site are for super
 * administrators.
 */
function selectVisible(ctx: CallContext): LogQuery {
  const { authority, accountId } = ctx.requireSignedIn()
  const all = ctx.db.selectFrom('operation_log')
  const sites = grantedSiteIds(authority)
  return sites === null
    ? all
    : all.where((eb) =>
        eb.or([eb('operation_log.accountId', '=', accountId), eb('operation_log.siteId', 'in', [...sites, -1])]),
      )
}

/** The visible lines that match the filters, except the keyword. */
export function selectFiltered(
  ctx: CallContext,
  { postTimeBegin, postTimeEnd, accountId, siteId, area, result }: LogFilter,
) {
  let found = selectVisible(ctx)
  const first = parseRangeStart(postTimeBegin)
  const last = parseRangeEnd(postTimeEnd)
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
const SEARCHED_COLUMNS = ['username', 'title', 'url', 'ip', 'msg'] as const
const orderNewestFirst = <O>(found: SelectQueryBuilder<Database, 'operation_log', O>) =>
  found.orderBy('operation_log.createTime', 'desc').orderBy('operation_log.id', 'desc')

/** Ids of lines with the keyword, newest first, among the newest MAX_SEARCHED_LOG_LINES lines that match the other filters. */
const selectByKeyword = (ctx: CallContext, wanted: LogFilter) =>
  ctx.db
    .selectFrom(
      orderNewestFirst(selectFiltered(ctx, wanted))
        .select([...SEARCHED_COLUMNS, 'operation_log.id', 'operation_log.createTime'])
        .limit(MAX_SEARCHED_LOG_LINES)
        .as('recent'),
    )
    .where((eb) =>
      contains(
        SEARCHED_COLUMNS.map((name) => eb.ref(`recent.${name}`)),
        wanted.key,
      ),
    )

type Row = Selectable<Database['operation_log']> & { siteTitle: string | null }

const selectRows = (ctx: CallContext) =>
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
  const redaction = { placeholder: '***', personal: called?.personal ?? [], hidesMarkup: true }
  return JSON.stringify(redact(JSON.parse(input), redaction))
}

export const presentLine = (row: Row): LogLine => ({
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
const presentWithSubject = (row: Row): LogLine => ({
  ...presentLine(row),
  about: describeSubject({ ...row, input: visibleInput(row) }),
})

/** Number of lines up to MAX_COUNTED_LOG_LINES + 1, and the ids of one page. */
async function readIdPage<DB, TB extends keyof DB>(
  { db }: CallContext,
  ids: SelectQueryBuilder<DB, TB, { id: number }>,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; ids: number[] }> {
  const offset = (page - 1) * size
  const counted = db.selectFrom(ids.limit(MAX_COUNTED_LOG_LINES + 1).as('counted'))
  const { total } = await counted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await ids
    .limit(Math.max(0, Math.min(size, MAX_COUNTED_LOG_LINES - offset)))
    .offset(offset)
    .execute()
  return { total, ids: rows.map(({ id }) => id) }
}

/**
 * A page of the log. Counting and paging stop at MAX_COUNTED_LOG_LINES lines, so that ten million lines take as long as a few
 * thousand.
 */
export const pageLog: Handler<'log.page'> = async (ctx, { page, size, ...wanted }) => {
  const { total, ids } = await (wanted.key === ''
    ? readIdPage(ctx, orderNewestFirst(selectFiltered(ctx, wanted).select('operation_log.id')), { page, size })
    : readIdPage(
        ctx,
        selectByKeyword(ctx, wanted)
          .select('recent.id')
          .orderBy('recent.createTime', 'desc')
          .orderBy('recent.id', 'desc'),
        { page, size },
      ))
  const rows = await orderNewestFirst(selectRows(ctx).where('operation_log.id', 'in', [...ids, -1])).execute()
  return {
    ...pageOf(rows.map(presentWithSubject), Math.min(total, MAX_COUNTED_LOG_LINES), size),
    ...(total > MAX_COUNTED_LOG_LINES && { atLeast: true }),
    ...(wanted.key !== '' && (await hasUnsearched(ctx, wanted)) && { looked: MAX_SEARCHED_LOG_LINES }),
  }
}

/** Are there older lines that were not searched? */
async function hasUnsearched(ctx: CallContext, wanted: LogFilter): Promise<boolean> {
  const next = orderNewestFirst(selectFiltered(ctx, wanted).select('operation_log.id'))
    .limit(1)
    .offset(MAX_SEARCHED_LOG_LINES)
  return (await next.executeTakeFirst()) !== undefined
}

const changes = z.array(recordChange)

export const findLine: Handler<'log.findById'> = async (ctx, { id }) => {
  const row = await selectRows(ctx).where('operation_log.id', '=', id).executeTakeFirst()
  if (!row) throw missingRecords({ kind: '日志', ids: [id] })
  const visible = await selectVisible(ctx)
    .select('operation_log.id')
    .where('operation_log.id', '=', id)
    .executeTakeFirst()
  if (!visible) throw new AppError('forbidden', '没有该日志所属站点的权限，请联系管理员授权')
  return { ...presentWithSubject(row), changes: row.changes === '' ? [] : changes.parse(JSON.parse(row.changes)) }
}

/** All matching lines, without the limits of the list. */
export function selectAllMatching(ctx: CallContext, wanted: LogFilter): LogQuery {
  const found = selectFiltered(ctx, wanted)
  return wanted.key === ''
    ? found
    : found.where((eb) =>
        contains(
          SEARCHED_COLUMNS.map((name) => eb.ref(`operation_log.${name}`)),
          wanted.key,
        ),
      )
}

/** Yields the matching lines from the oldest on, batch by batch, using the index of their time. */
export async function* readInOrder(ctx: CallContext, wanted: LogFilter, batch: number): AsyncGenerator<LogLine> {
  let after = { createTime: 0, id: 0 }
  for (;;) {
    const ids = selectAllMatching(ctx, wanted)
      .select(['operation_log.id', 'operation_log.createTime'])
      .where(sql<SqlBool>`(operation_log."createTime", operation_log.id) > (${after.createTime}, ${after.id})`)
      .orderBy('operation_log.createTime')
      .orderBy('operation_log.id')
    const found = await ids.limit(batch).execute()
    const last = found.at(-1)
    if (!last) return
    const rows = selectRows(ctx).where(
      'operation_log.id',
      'in',
      found.map(({ id }) => id),
    )
    for (const row of await rows.orderBy('operation_log.createTime').orderBy('operation_log.id').execute())
      yield presentLine(row)
    after = last
  }
}
