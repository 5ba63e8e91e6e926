import { countRows } from '#server/db/countRows.ts'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { required, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { REDIRECT_SHEET_LIMIT_MB, redirectSave, MAX_REDIRECTS } from '#shared/contract/redirect.ts'
import { MAX_REDIRECT_ADDRESS_CHARS, redirectKey, RedirectTable } from '#shared/domain/redirects.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { readHosts, queryRedirects, type RedirectRow, readActiveRules } from './rules.ts'
import { describeLoop } from './save.ts'

const REDIRECT_SCREEN = { siteId: 0, menuId: MENU.redirect301 }
const NAME = '301跳转'

const IMPORT_COLUMNS = {
  source: required(textColumn('旧地址', MAX_REDIRECT_ADDRESS_CHARS)),
  target: required(textColumn('新地址', MAX_REDIRECT_ADDRESS_CHARS)),
  note: textColumn('备注', 200),
}
const EXPORT_ONLY_TITLES = ['来源', '状态', '命中次数', '最近命中'] as const

const EXPORT_COLUMNS: readonly WriteColumn<RedirectRow>[] = [
  { title: IMPORT_COLUMNS.source.title, width: 40, value: (row) => row.source },
  { title: IMPORT_COLUMNS.target.title, width: 40, value: (row) => row.target },
  { title: IMPORT_COLUMNS.note.title, width: 30, value: (row) => row.note },
  { title: EXPORT_ONLY_TITLES[0], value: ({ isAuto }) => (isAuto === 1 ? '自动' : '手动') },
  { title: EXPORT_ONLY_TITLES[1], value: ({ isStatus }) => (isStatus === 1 ? '启用' : '停用') },
  { title: EXPORT_ONLY_TITLES[2], value: ({ hits }) => hits },
  { title: EXPORT_ONLY_TITLES[3], value: ({ hitTime }) => (hitTime === 0 ? '' : formatDateTime(hitTime)) },
]

const exportRedirects: Handler<'redirect.outputData'> = async (ctx, { siteId, key, kind }) => {
  requireExport(ctx, REDIRECT_SCREEN)
  const found = () => queryRedirects(ctx.db, siteId, key, kind)
  const rows = inBatches((after) =>
    found().selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute(),
  )
  return exportSheet(ctx, { name: NAME, columns: EXPORT_COLUMNS, rows, total: () => countRows(found()) })
}

const importRedirects = new OwnTransactions<'redirect.importData'>(
  async (ctx, { siteId, xlsxPath, unknownColumns }) => {
    requireImport(ctx, REDIRECT_SCREEN)
    await requireActiveSites(ctx, [siteId])
    return importSheet(ctx, {
      xlsxPath,
      columns: IMPORT_COLUMNS,
      limitMb: REDIRECT_SHEET_LIMIT_MB,
      mode: 'good',
      unknownColumns,
      ignoredTitles: [...EXPORT_ONLY_TITLES],
      importRows: (db, rows) => importBatch({ ...ctx, db }, siteId, rows),
    })
  },
)

/** Imports a batch: a valid row becomes a redirect, or changes the target of the redirect for its old address. */
async function importBatch(
  ctx: CallContext,
  siteId: number,
  rows: readonly GoodRow<typeof IMPORT_COLUMNS>[],
): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  const activeRules = await readActiveRules(ctx.db, siteId)
  const table = new RedirectTable(activeRules.map(({ source, target }) => ({ source, target })))
  const hosts = await readHosts(ctx.db, siteId)
  const [updatedBy, updateTime] = [ctx.requireSignedIn().username, ctx.clock.now().getTime()]
  let count = activeRules.length
  for (const { row, values } of rows) {
    const form = redirectSave.safeParse({ ...values, siteId })
    if (!form.success) {
      refusals.push({ row, reason: form.error.issues[0]?.message ?? '' })
      continue
    }
    const { source, target, note } = form.data
    const before = table.find(source)?.rule
    const isNew = before === undefined || redirectKey(before.source) !== redirectKey(source)
    table.add({ source, target })
    const problem =
      isNew && count >= MAX_REDIRECTS
        ? `一个站点最多 ${MAX_REDIRECTS} 条跳转`
        : describeLoop(table, { source, target }, hosts)
    if (problem) {
      table.remove(source)
      if (before && !isNew) table.add(before)
      refusals.push({ row, reason: problem })
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
  return refusals
}

const template: Handler<'redirect.sheetTemplate'> = (ctx) => exportTemplateSheet(ctx, `${NAME}导入模板`, IMPORT_COLUMNS)

/** Import and export of redirects; requires the permissions 1120 and 1121 of 301跳转. */
export const sheetRoutes = {
  'redirect.outputData': exportRedirects,
  'redirect.importData': importRedirects,
  'redirect.sheetTemplate': template,
}
