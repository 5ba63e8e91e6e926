import { isTaken } from '#server/db/dialect.ts'
import { changedMeanwhile } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { type NetWorthRow, recordFor, withProduct } from './find.ts'
import { ownerFor, requireProducts } from './scope.ts'
import { lockedProducts, productIds, removeEmpty } from './product.ts'

type Form = ParsedOf<'netWorth.save'>
type Amounts = Pick<Form, 'nwTime' | 'state' | 'naValue' | 'accumulValue' | 'fundIncome' | 'sevenAnnualized'>

/** Column values that every save writes. */
export function valuesOf(ctx: CallContext, form: Amounts) {
  const { nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized } = form
  const [updatedBy, updateTime] = [ctx.signed().username, ctx.clock.now().getTime()]
  return { nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized, updatedBy, updateTime }
}

/** Column values of a new record, which is enabled. */
export function newRecord(
  ctx: CallContext,
  form: Amounts & Pick<Form, 'productName' | 'productType' | 'productTypeName'>,
) {
  const { productName, productType, productTypeName } = form
  const values = valuesOf(ctx, form)
  return { ...values, productName, productType, productTypeName, isStatus: 1 as const, createTime: values.updateTime }
}

export const dayTaken = (productCode: string, nwTime: string): string => `产品“${productCode}”在 ${nwTime} 已有净值`

/**
 * Adds a net value, or saves one whose version is unchanged.
 * @throws AppError `conflict` when the product has a value for that day already
 */
export async function saveNetWorth(ctx: CallContext, form: Form): Promise<NetWorthRow> {
  const before = form.id === 0 ? undefined : await recordFor(ctx, form.id)
  try {
    const id = before ? await change(ctx, before, form) : await add(ctx, form)
    return await recordFor(ctx, id)
  } catch (error) {
    if (!isTaken(error)) throw error
    const message = dayTaken(before?.productCode ?? form.productCode, form.nwTime)
    throw new AppError('conflict', `${message}，请换一个日期或编辑已有的记录`, { cause: error })
  }
}

async function add(ctx: CallContext, form: Form): Promise<number> {
  const productId = (await productIds(ctx.db, await ownerFor(ctx, form), [form])).get(form.productCode) ?? 0
  const row = { ...newRecord(ctx, form), productId }
  return (await ctx.db.insertInto('net_worth').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function change(ctx: CallContext, before: NetWorthRow, form: Form): Promise<number> {
  const { id } = before
  const saved = await ctx.db
    .updateTable('net_worth')
    .set(valuesOf(ctx, form))
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .$if(form.version !== undefined, (query) => query.where('version', '=', form.version ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (saved) return id
  throw changedMeanwhile(`产品“${before.productCode}”的净值`, await recordFor(ctx, id))
}

/**
 * Deletes net values, all or none.
 * @throws AppError `not-found` that names missing ones, `forbidden` for another owner's
 */
export async function removeNetWorths(ctx: CallContext, list: readonly number[]): Promise<void> {
  const { db } = ctx
  const ids = [...new Set(list)]
  requireProducts(ctx, await withProduct(db).where('net_worth.id', 'in', ids).execute())
  const products = await lockedProducts(db, ids)
  const rows = await db.deleteFrom('net_worth').where('id', 'in', ids).returning('id').execute()
  const there = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) throw missing({ kind: '净值', ids: gone })
  await removeEmpty(db, products)
}
