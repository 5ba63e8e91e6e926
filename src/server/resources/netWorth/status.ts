import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { PRODUCT_STATUS, stopTimeOf } from '#shared/domain/productStatus.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type Form = ParsedOf<'netWorth.updateStatus'>

/** Sets the tag of records, or opens and closes products; for all that are meant or none. */
export async function updateStatus(ctx: CallContext, form: Form): Promise<void> {
  const products = await productsMeant(ctx, form)
  const { isOpen, isStatus, idList } = form
  if (isOpen !== undefined) {
    const stopTime = form.stopDate ?? stopTimeOf(isOpen, formatDateTime(ctx.clock.now()))
    const singleLine16 = isOpen ? PRODUCT_STATUS.open : PRODUCT_STATUS.closed
    await ctx.db.updateTable('net_worth_product').set({ singleLine16, stopTime }).where('id', 'in', products).execute()
    return
  }
  const [updatedBy, updateTime] = [ctx.signed().username, ctx.clock.now().getTime()]
  const saved = { isStatus: isStatus ? (1 as const) : (0 as const), updatedBy, updateTime }
  await ctx.db
    .updateTable('net_worth')
    .set(saved)
    .$if(idList !== undefined, (query) => query.where('id', 'in', idList ?? []))
    .$if(idList === undefined, (query) => query.where('productId', 'in', products))
    .execute()
}

/**
 * Ids of the products of the records or of the code. AppError `not-found` for a product or record that isn't there, also
 * in another column than the one that was named.
 */
async function productsMeant({ db }: CallContext, { classId, idList = [], productCode }: Form): Promise<number[]> {
  if (productCode !== undefined) {
    const found = db.selectFrom('net_worth_product').select('id').where('classId', '=', classId)
    const product = await found.where('productCode', '=', productCode).executeTakeFirst()
    if (!product) throw new AppError('not-found', `产品“${productCode}”没有净值，请刷新后重试`)
    return [product.id]
  }
  const named = [...new Set(idList)]
  const rows = await db
    .selectFrom('net_worth')
    .innerJoin('net_worth_product as product', 'product.id', 'net_worth.productId')
    .where('product.classId', '=', classId)
    .where('net_worth.id', 'in', named)
    .select(['net_worth.id', 'productId'])
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  const gone = named.filter((id) => !there.has(id))
  if (gone.length > 0) throw missing({ kind: '净值', ids: gone })
  return [...new Set(rows.map(({ productId }) => productId))]
}
