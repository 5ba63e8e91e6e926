import type { Database } from '#server/db/schema.ts'
import type { Updateable } from 'kysely'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { PRODUCT_STATUS, stopTimeOf } from '#shared/domain/productStatus.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { whereVisible, requireUsable } from './scope.ts'

type Form = ParsedOf<'netWorth.updateStatus'>

/** Enables or disables records, or opens or closes products; all or none. */
export async function updateStatus(ctx: CallContext, form: Form): Promise<void> {
  const products = await findProductIds(ctx, form)
  const { isOpen, isStatus, idList } = form
  const [updatedBy, updateTime] = [ctx.requireSignedIn().username, ctx.clock.now().getTime()]
  if (isOpen !== undefined) {
    const stopTime = form.stopDate ?? stopTimeOf(isOpen, formatDateTime(ctx.clock.now()))
    const singleLine16 = isOpen ? PRODUCT_STATUS.open : PRODUCT_STATUS.closed
    return setProducts(ctx, products, { singleLine16, stopTime, updatedBy, updateTime }, form.version)
  }
  const saved = { isStatus: isStatus ? (1 as const) : (0 as const), updatedBy, updateTime }
  await ctx.db
    .updateTable('net_worth')
    .set(saved)
    .$if(idList !== undefined, (query) => query.where('id', 'in', idList ?? []))
    .$if(idList === undefined, (query) => query.where('productId', 'in', products))
    .execute()
}

/** @throws AppError `conflict` for a product whose version has changed; without `version` no check */
async function setProducts(
  { db }: CallContext,
  ids: readonly number[],
  status: Updateable<Database['net_worth_product']>,
  version: number | undefined,
): Promise<void> {
  const saved = await db
    .updateTable('net_worth_product')
    .set(status)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('id')
    .execute()
  const done = new Set(saved.map(({ id }) => id))
  const unchanged = ids.filter((id) => !done.has(id))
  if (unchanged.length === 0) return
  const now = await db.selectFrom('net_worth_product').selectAll().where('id', 'in', unchanged).executeTakeFirst()
  if (!now) throw new AppError('not-found', '产品不存在，可能已被删除，请刷新后重试')
  throw conflictError(`产品“${now.productCode}”的状态`, now)
}

/**
 * Ids of the products that the records or the code name.
 * @throws AppError `not-found` for a missing product or record, also when it is in another column; `forbidden` for
 * another owner's; `conflict` for a code that several sites use
 */
async function findProductIds(
  ctx: CallContext,
  { classId, siteId, idList = [], productCode }: Form,
): Promise<number[]> {
  const { db } = ctx
  if (productCode !== undefined) {
    const found = await db
      .selectFrom('net_worth_product as product')
      .select('product.id')
      .where('classId', '=', classId)
      .where('productCode', '=', productCode)
      .where(whereVisible(ctx.requireSignedIn()))
      .$if(Boolean(siteId), (query) => query.where('product.siteId', '=', siteId ?? 0))
      .execute()
    if (found.length === 0) throw new AppError('not-found', `产品“${productCode}”没有净值，请刷新后重试`)
    if (found.length > 1)
      throw new AppError('conflict', `有 ${found.length} 个站点存在产品“${productCode}”，请选择净值记录后再修改状态`)
    return found.map(({ id }) => id)
  }
  const named = [...new Set(idList)]
  const rows = await db
    .selectFrom('net_worth')
    .innerJoin('net_worth_product as product', 'product.id', 'net_worth.productId')
    .where('product.classId', '=', classId)
    .where('net_worth.id', 'in', named)
    .select(['net_worth.id', 'productId', 'product.siteId', 'product.accountId'])
    .execute()
  requireUsable(ctx, rows)
  const foundIds = new Set(rows.map(({ id }) => id))
  const gone = named.filter((id) => !foundIds.has(id))
  if (gone.length > 0) throw missingRecords({ kind: '净值', ids: gone })
  return [...new Set(rows.map(({ productId }) => productId))]
}
