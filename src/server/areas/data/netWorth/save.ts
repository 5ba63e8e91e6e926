import { isUniqueViolation } from '#server/db/dialect.ts'
import { conflictError } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { type NetWorthRow, requireRecord, selectWithProduct } from './find.ts'
import { resolveOwner, requireUsable } from './scope.ts'
import { lockProducts, upsertProducts, deleteEmptyProducts } from './product.ts'

type Form = ParsedOf<'netWorth.save'>
type Amounts = Pick<Form, 'nwTime' | 'state' | 'naValue' | 'accumulValue' | 'fundIncome' | 'sevenAnnualized'>

/** Column values that every save writes. */
export function toSavedValues(ctx: CallContext, form: Amounts) {
  const { nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized } = form
  const [updatedBy, updateTime] = [ctx.requireSignedIn().username, ctx.clock.now().getTime()]
  return { nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized, updatedBy, updateTime }
}

/** Column values of a new record, which is enabled. */
export function toNewRecord(
  ctx: CallContext,
  form: Amounts & Pick<Form, 'productName' | 'productType' | 'productTypeName'>,
) {
  const { productName, productType, productTypeName } = form
  const values = toSavedValues(ctx, form)
  return { ...values, productName, productType, productTypeName, isStatus: 1 as const, createTime: values.updateTime }
}

export const dayTakenMessage = (productCode: string, nwTime: string): string =>
  `产品“${productCode}”在 ${nwTime} 已有净值`

/**
 * Adds a net value, or saves one whose version is unchanged.
 * @throws AppError `conflict` when the product has a value for that day already
 */
export async function saveNetWorth(ctx: CallContext, form: Form): Promise<NetWorthRow> {
  const before = form.id === 0 ? undefined : await requireRecord(ctx, form.id)
  try {
    const id = before ? await changeNetWorth(ctx, before, form) : await addNetWorth(ctx, form)
    return await requireRecord(ctx, id)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = dayTakenMessage(before?.productCode ?? form.productCode, form.nwTime)
    throw new AppError('conflict', `${message}，请换一个日期或编辑已有的记录`, { cause: error })
  }
}

async function addNetWorth(ctx: CallContext, form: Form): Promise<number> {
  const productId = (await upsertProducts(ctx.db, await resolveOwner(ctx, form), [form])).get(form.productCode) ?? 0
  const row = { ...toNewRecord(ctx, form), productId }
  return (await ctx.db.insertInto('net_worth').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function changeNetWorth(ctx: CallContext, before: NetWorthRow, form: Form): Promise<number> {
  const { id } = before
  const saved = await ctx.db
    .updateTable('net_worth')
    .set(toSavedValues(ctx, form))
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .$if(form.version !== undefined, (query) => query.where('version', '=', form.version ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (saved) return id
  throw conflictError(`产品“${before.productCode}”的净值`, await requireRecord(ctx, id))
}

/**
 * Deletes net values, all or none.
 * @throws AppError `not-found` that names missing ones, `forbidden` for another owner's
 */
export async function removeNetWorths(ctx: CallContext, list: readonly number[]): Promise<void> {
  const { db } = ctx
  const ids = [...new Set(list)]
  requireUsable(ctx, await selectWithProduct(db).where('net_worth.id', 'in', ids).execute())
  const products = await lockProducts(db, ids)
  const rows = await db.deleteFrom('net_worth').where('id', 'in', ids).returning('id').execute()
  const deleted = new Set(rows.map(({ id }) => id))
  const missingIds = ids.filter((id) => !deleted.has(id))
  if (missingIds.length > 0) throw missingRecords({ kind: '净值', ids: missingIds })
  await deleteEmptyProducts(db, products)
}
