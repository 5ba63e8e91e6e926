import { countRows } from '#server/db/countRows.ts'
import { contains } from '#server/db/search.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { requireExport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { SignInLine } from '#shared/contract/security.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { SIGN_IN_METHOD_TITLES } from '#shared/domain/signInMethods.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { CODE_NEEDED_STATUS } from '../account/index.ts'
import { readReachableGroups } from '../role/index.ts'
import { readRules } from '../signInRules/index.ts'

type LogFilter = ParsedOf<'security.signInLogSheet'>

/**
 * Log lines the caller may see: those of accounts in the caller's groups. Attempts with unknown names are visible to
 * super administrators only.
 */
async function queryVisibleLines(ctx: CallContext, { key, result, from, to }: LogFilter) {
  const reach = await readReachableGroups(ctx)
  let found = ctx.db.selectFrom('sign_in_log')
  if (reach)
    found = found.where('accountId', 'in', (eb) =>
      eb
        .selectFrom('account')
        .select('account.id')
        .where('account.roleId', 'in', [...reach]),
    )
  if (key) found = found.where((eb) => contains([eb.ref('sign_in_log.username'), eb.ref('sign_in_log.ip')], key))
  if (result === 'refused') found = found.where('code', 'not in', [SUCCESS, CODE_NEEDED_STATUS])
  else if (result) found = found.where('code', '=', result === 'ok' ? SUCCESS : CODE_NEEDED_STATUS)
  const first = parseRangeStart(from)
  const last = parseRangeEnd(to)
  if (first !== undefined) found = found.where('sign_in_log.createTime', '>=', first)
  if (last !== undefined) found = found.where('sign_in_log.createTime', '<=', last)
  return found
}

type Found = Awaited<ReturnType<typeof queryVisibleLines>>
type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]
const selectRows = (found: Found) => found.selectAll('sign_in_log')

const present = (row: Row): SignInLine => ({
  id: row.id,
  username: row.username,
  way: row.way,
  ip: row.ip,
  userAgent: row.userAgent,
  ok: row.code === SUCCESS,
  waits: row.code === CODE_NEEDED_STATUS,
  msg: row.msg,
  createDate: formatDateTime(row.createTime),
})

export const pageLog: Handler<'security.signInLog'> = async (ctx, { page, size, ...wanted }) => {
  const found = await queryVisibleLines(ctx, wanted)
  const { rows, total } = await readPage(selectRows(found).orderBy('sign_in_log.id', 'desc'), { page, size })
  return pageOf(rows.map(present), total, size)
}

const COLUMNS: readonly WriteColumn<SignInLine>[] = [
  { title: '时间', width: 20, value: (row) => row.createDate },
  { title: '账号', width: 20, value: (row) => row.username },
  { title: '方式', width: 14, value: (row) => SIGN_IN_METHOD_TITLES[row.way] },
  { title: '结果', value: (row) => (row.ok ? '成功' : row.waits ? '待验证' : '拒绝') },
  { title: '说明', width: 40, value: (row) => row.msg },
  { title: 'IP', width: 20, value: (row) => row.ip },
  { title: '设备', width: 60, value: (row) => row.userAgent },
]

export const exportLog = new OwnTransactions<'security.signInLogSheet'>(async (ctx, wanted) => {
  requireExport(ctx, { siteId: 0, menuId: MENU.account })
  const found = await queryVisibleLines(ctx, wanted)
  const rows = inBatches(async (after) => {
    const batch = selectRows(found).where('sign_in_log.id', '>', after).orderBy('sign_in_log.id').limit(BATCH_ROWS)
    return (await batch.execute()).map(present)
  })
  return exportSheet(ctx, { name: '登录日志', columns: COLUMNS, rows, total: () => countRows(found) })
})

/** Deletes log lines older than `logDays`. */
export async function pruneLog({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> {
  const { logDays } = await readRules(db)
  await db
    .deleteFrom('sign_in_log')
    .where('createTime', '<', clock.now().getTime() - logDays * DAY_MS)
    .execute()
}
