import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions, Reply } from '#server/http/routes.ts'
import { exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireImport } from '#server/sheets/rights.ts'
import { NET_WORTH_SHEET_LIMIT_MB, netWorthCreate } from '#shared/contract/netWorth.ts'
import type { SheetImportResult } from '#shared/contract/sheet.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { NET_WORTH_COLUMNS } from './columns.ts'
import { upsertProducts } from './product.ts'
import { resolveOwner, type ProductOwner } from './scope.ts'
import { dayTakenMessage, toNewRecord } from './save.ts'

const SCREEN = { siteId: 0, menuId: MENU.netValue }

const importNetWorths = new OwnTransactions<'netWorth.importData'>(
  async (ctx, { filePath, unknownColumns, ...named }) => {
    requireImport(ctx, SCREEN)
    const owner = await resolveOwner(ctx, named)
    const result = await importSheet(ctx, {
      xlsxPath: filePath,
      columns: NET_WORTH_COLUMNS,
      limitMb: NET_WORTH_SHEET_LIMIT_MB,
      mode: 'good',
      unknownColumns,
      ignoredTitles: ['ID', '状态'],
      importRows: (db, rows) => addRows({ ...ctx, db }, owner, rows),
    })
    return new Reply(result, formatMessage(result))
  },
)

/** B·§7: message that the screen shows after an import. */
function formatMessage({ imported: good, refused, asks, unknown }: SheetImportResult): string {
  if (asks) return `表格中有无法识别的列：${unknown.join('、')}。尚未导入，请确认后继续`
  if (refused === 0) return `导入成功，共导入 ${good} 条净值`
  if (good === 0) return `未导入净值，${refused} 行有误，请按原因修正后重新导入`
  return `已导入 ${good} 条净值，${refused} 行未导入，请按原因修正后重新导入`
}

/** Adds the values of a batch. Refuses a second value of a product for the same day. */
async function addRows(
  ctx: CallContext,
  owner: ProductOwner,
  rows: readonly GoodRow<typeof NET_WORTH_COLUMNS>[],
): Promise<Refusal[]> {
  const refused: Refusal[] = []
  const good = rows.flatMap(({ row, values }) => {
    const form = netWorthCreate.safeParse(values)
    if (form.success) return [{ row, form: form.data }]
    refused.push({ row, reason: form.error.issues[0]?.message ?? '' })
    return []
  })
  const products = await upsertProducts(
    ctx.db,
    owner,
    good.map(({ form }) => form),
  )
  const days = await findExistingDays(
    ctx,
    [...products.values()],
    good.map(({ form }) => form.nwTime),
  )
  const added = new Map<
    string,
    { row: number; reason: string; record: ReturnType<typeof toNewRecord> & { productId: number } }
  >()
  for (const { row, form } of good) {
    const productId = products.get(form.productCode) ?? 0
    const day = `${productId} ${form.nwTime}`
    const reason = dayTakenMessage(form.productCode, form.nwTime)
    if (days.has(day)) refused.push({ row, reason })
    else {
      days.add(day)
      added.set(day, { row, reason, record: { ...toNewRecord(ctx, form), productId } })
    }
  }
  if (added.size === 0) return refused
  const inserted = await ctx.db
    .insertInto('net_worth')
    .values([...added.values()].map(({ record }) => record))
    // Another call may insert the same value at the same time.
    .onConflict((conflict) => conflict.columns(['productId', 'nwTime']).doNothing())
    .returning(['productId', 'nwTime'])
    .execute()
  for (const { productId, nwTime } of inserted) added.delete(`${productId} ${nwTime}`)
  return [...refused, ...[...added.values()].map(({ row, reason }) => ({ row, reason }))]
}

/** Product and day of existing values on these days. */
async function findExistingDays(
  { db }: CallContext,
  products: readonly number[],
  days: readonly string[],
): Promise<Set<string>> {
  if (products.length === 0) return new Set()
  const rows = await db
    .selectFrom('net_worth')
    .select(['productId', 'nwTime'])
    .where('productId', 'in', products)
    .where('nwTime', 'in', days)
    .execute()
  return new Set(rows.map(({ productId, nwTime }) => `${productId} ${nwTime}`))
}

const createTemplate: Handler<'netWorth.sheetTemplate'> = (ctx) =>
  exportTemplateSheet(ctx, '净值导入模板', NET_WORTH_COLUMNS)

/** Net value sheets; need the permission 1121 of the screen. */
export const sheetRoutes = { 'netWorth.importData': importNetWorths, 'netWorth.sheetTemplate': createTemplate }
