import { countOf } from '#server/db/countOf.ts'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { needed, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { REDIRECT_SHEET_LIMIT_MB, redirectSave, REDIRECTS_LIMIT } from '#shared/contract/redirect.ts'
import { REDIRECT_ADDRESS_LIMIT, redirectKey, RedirectTable } from '#shared/domain/redirects.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { hostsOf, matching, type RedirectRow, rulesInUse } from './rules.ts'
import { loopProblem } from './save.ts'

const PLACE = { siteId: 0, menuId: MENU.redirect301 }
const NAME = '301跳转'

const READ = {
  source: needed(textColumn('旧地址', REDIRECT_ADDRESS_LIMIT)),
  target: needed(textColumn('新地址', REDIRECT_ADDRESS_LIMIT)),
  note: textColumn('备注', 200),
}
const ALSO = ['来源', '状态', '命中次数', '最近命中'] as const

const WRITTEN: readonly WriteColumn<RedirectRow>[] = [
  { title: READ.source.title, width: 40, value: (row) => row.source },
  { title: READ.target.title, width: 40, value: (row) => row.target },
  { title: READ.note.title, width: 30, value: (row) => row.note },
  { title: ALSO[0], value: ({ isAuto }) => (isAuto === 1 ? '自动' : '手动') },
  { title: ALSO[1], value: ({ isStatus }) => (isStatus === 1 ? '启用' : '停用') },
  { title: ALSO[2], value: ({ hits }) => hits },
  { title: ALSO[3], value: ({ hitTime }) => (hitTime === 0 ? '' : formatDateTime(hitTime)) },
]

const exported: Handler<'redirect.outputData'> = async (ctx, { siteId, key, kind }) => {
  requireExport(ctx, PLACE)
  const found = () => matching(ctx.db, siteId, key, kind)
  const rows = inBatches((after) =>
    found().selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute(),
  )
  return exportSheet(ctx, { name: NAME, columns: WRITTEN, rows, total: () => countOf(found()) })
}

const imported = new OwnTransactions<'redirect.importData'>(async (ctx, { siteId, xlsxPath, unknownColumns }) => {
  requireImport(ctx, PLACE)
  await requireLivingSites(ctx, [siteId])
  return importSheet(ctx, {
    xlsxPath,
    columns: READ,
    limitMb: REDIRECT_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    known: [...ALSO],
    take: (db, rows) => take({ ...ctx, db }, siteId, rows),
  })
})

/** Imports a batch: a valid row becomes a redirect, or changes the target of the redirect for its old address. */
async function take(ctx: CallContext, siteId: number, rows: readonly GoodRow<typeof READ>[]): Promise<Refusal[]> {
  const left: Refusal[] = []
  const there = await rulesInUse(ctx.db, siteId)
  const table = new RedirectTable(there.map(({ source, target }) => ({ source, target })))
  const hosts = await hostsOf(ctx.db, siteId)
  const [updatedBy, updateTime] = [ctx.signed().username, ctx.clock.now().getTime()]
  let count = there.length
  for (const { row, values } of rows) {
    const form = redirectSave.safeParse({ ...values, siteId })
    if (!form.success) {
      left.push({ row, reason: form.error.issues[0]?.message ?? '' })
      continue
    }
    const { source, target, note } = form.data
    const before = table.find(source)?.rule
    const isNew = before === undefined || redirectKey(before.source) !== redirectKey(source)
    table.add({ source, target })
    const problem =
      isNew && count >= REDIRECTS_LIMIT
        ? `一个站点最多 ${REDIRECTS_LIMIT} 条跳转`
        : loopProblem(table, { source, target }, hosts)
    if (problem) {
      table.remove(source)
      if (before && !isNew) table.add(before)
      left.push({ row, reason: problem })
      continue
    }
    count += isNew ? 1 : 0
    const rule = { source, target, note, isStatus: 1, isAuto: 0, updatedBy, updateTime } as const
    await ctx.db
      .insertInto('site_redirect')
      .values({ ...rule, siteId, sourceKey: redirectKey(source), createTime: updateTime })
      .onConflict((conflict) =>
        conflict
          .columns(['siteId', 'sourceKey'])
          .doUpdateSet((eb) => ({ ...rule, version: eb('site_redirect.version', '+', 1) })),
      )
      .execute()
  }
  return left
}

const template: Handler<'redirect.sheetTemplate'> = (ctx) => templateSheet(ctx, `${NAME}导入模板`, READ)

/** Import and export of redirects; requires the permissions 1120 and 1121 of 301跳转. */
export const sheetRoutes = {
  'redirect.outputData': exported,
  'redirect.importData': imported,
  'redirect.sheetTemplate': template,
}
