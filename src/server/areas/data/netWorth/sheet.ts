import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions, Reply } from '#server/http/routes.ts'
import { templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireImport } from '#server/sheets/rights.ts'
import { NET_WORTH_SHEET_LIMIT_MB, netWorthCreate } from '#shared/contract/netWorth.ts'
import type { SheetImported } from '#shared/contract/sheet.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { NET_WORTH_COLUMNS as READ } from './columns.ts'
import { productIds } from './product.ts'
import { ownerFor, type ProductOwner } from './scope.ts'
import { dayTaken, newRecord } from './save.ts'

const PLACE = { siteId: 0, menuId: MENU.netValue }

const imported = new OwnTransactions<'netWorth.importData'>(async (ctx, { filePath, unknownColumns, ...named }) => {
  requireImport(ctx, PLACE)
  const owner = await ownerFor(ctx, named)
  const result = await importSheet(ctx, {
    xlsxPath: filePath,
    columns: READ,
    limitMb: NET_WORTH_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    known: ['ID', '状态'],
    take: (db, rows) => take({ ...ctx, db }, owner, rows),
  })
  return new Reply(result, messageOf(result))
})

/** B·§7: what the screen shows in an alert. */
function messageOf({ imported: good, refused, asks, unknown }: SheetImported): string {
  if (asks) return `表格中有无法识别的列：${unknown.join('、')}。还没有导入，请确认后继续`
  if (refused === 0) return `导入成功，共导入 ${good} 条净值`
  if (good === 0) return `没有导入净值，${refused} 行有问题，请按原因改正后重新导入`
  return `已导入 ${good} 条净值，${refused} 行没有导入，请按原因改正后重新导入`
}

/** Adds the values of a batch; a second one of a product's day is left. */
async function take(ctx: CallContext, owner: ProductOwner, rows: readonly GoodRow<typeof READ>[]): Promise<Refusal[]> {
  const left: Refusal[] = []
  const good = rows.flatMap(({ row, values }) => {
    const form = netWorthCreate.safeParse(values)
    if (form.success) return [{ row, form: form.data }]
    left.push({ row, reason: form.error.issues[0]?.message ?? '' })
    return []
  })
  const products = await productIds(
    ctx.db,
    owner,
    good.map(({ form }) => form),
  )
  const days = await daysOf(
    ctx,
    [...products.values()],
    good.map(({ form }) => form.nwTime),
  )
  const added = new Map<
    string,
    { row: number; reason: string; record: ReturnType<typeof newRecord> & { productId: number } }
  >()
  for (const { row, form } of good) {
    const productId = products.get(form.productCode) ?? 0
    const day = `${productId} ${form.nwTime}`
    const reason = dayTaken(form.productCode, form.nwTime)
    if (days.has(day)) left.push({ row, reason })
    else {
      days.add(day)
      added.set(day, { row, reason, record: { ...newRecord(ctx, form), productId } })
    }
  }
  if (added.size === 0) return left
  const made = await ctx.db
    .insertInto('net_worth')
    .values([...added.values()].map(({ record }) => record))
    // Another call may insert the same value at this moment.
    .onConflict((conflict) => conflict.columns(['productId', 'nwTime']).doNothing())
    .returning(['productId', 'nwTime'])
    .execute()
  for (const { productId, nwTime } of made) added.delete(`${productId} ${nwTime}`)
  return [...left, ...[...added.values()].map(({ row, reason }) => ({ row, reason }))]
}

/** Product and day of the products' values of these days. */
async function daysOf({ db }: CallContext, products: readonly number[], days: readonly string[]): Promise<Set<string>> {
  if (products.length === 0) return new Set()
  const rows = await db
    .selectFrom('net_worth')
    .select(['productId', 'nwTime'])
    .where('productId', 'in', products)
    .where('nwTime', 'in', days)
    .execute()
  return new Set(rows.map(({ productId, nwTime }) => `${productId} ${nwTime}`))
}

const template: Handler<'netWorth.sheetTemplate'> = (ctx) => templateSheet(ctx, '净值导入模板', READ)

/** Net values as sheets, by the permission 1121 of their screen. */
export const sheetRoutes = { 'netWorth.importData': imported, 'netWorth.sheetTemplate': template }
