import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { requireUsable } from './scope.ts'

/** Records whose product code contains the key; '' for all. */
export const selectMatching = (db: Kysely<Database>, key: string) =>
  db
    .selectFrom('net_worth')
    .innerJoin('net_worth_product as product', 'product.id', 'net_worth.productId')
    .$if(key !== '', (query) => query.where((eb) => contains([eb.ref('product.productCode')], key)))

/** Records with their products. */
export const selectWithProduct = (db: Kysely<Database>, key = '') =>
  selectMatching(db, key)
    .selectAll('net_worth')
    .select(['product.siteId', 'product.accountId'])
    .select(['product.classId', 'product.productCode', 'product.title', 'product.singleLine16', 'product.stopTime'])
    .select([
      'product.version as productVersion',
      'product.updatedBy as productChangedBy',
      'product.updateTime as productChangedAt',
    ])
export type NetWorthRow = Awaited<ReturnType<ReturnType<typeof selectWithProduct>['execute']>>[number]

/** Finds a record. @throws AppError `not-found`, `forbidden` for another site */
export async function requireRecord(ctx: CallContext, id: number): Promise<NetWorthRow> {
  const row = await selectWithProduct(ctx.db).where('net_worth.id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('净值记录不存在，可能已被删除，请刷新', id)
  requireUsable(ctx, [row])
  return row
}

/** A record for a response (B·§3). */
export const presentNetWorth = (row: NetWorthRow): NetWorth => ({
  id: row.id,
  productCode: row.productCode,
  productName: row.productName,
  productType: row.productType,
  productTypeName: row.productTypeName,
  nwTime: row.nwTime,
  state: row.state,
  naValue: row.naValue,
  accumulValue: row.accumulValue,
  fundIncome: row.fundIncome,
  sevenAnnualized: row.sevenAnnualized,
  isStatus: row.isStatus === 1,
  createTime: formatDateTime(row.createTime),
  updateTime: formatDateTime(row.updateTime),
  classId: row.classId,
  netWorthStatus: row.singleLine16,
  product: {
    id: row.productId,
    title: row.title,
    classId: row.classId,
    singleLine16: row.singleLine16,
    productStopTime: row.stopTime,
    version: row.productVersion,
    changedBy: row.productChangedBy,
    changedAt: row.productChangedAt === 0 ? '' : formatDateTime(row.productChangedAt),
  },
  version: row.version,
  changedBy: row.updatedBy,
  changedAt: formatDateTime(row.updateTime),
})
