import type { Generated } from 'kysely'
import type { ProductStatusCode } from '#shared/domain/productStatus.ts'
import type { Flag, Millis } from './core.ts'

/** A product whose net values are kept; the code is unique in its site and column (0: none). */
export interface NetWorthProductTable {
  id: Generated<number>
  classId: number
  /** That of the column, or what was named; 0: none. */
  siteId: Generated<number>
  /** Of no site: who made it; else 0. */
  accountId: Generated<number>
  productCode: string
  /** Name as it was saved last. */
  title: string
  singleLine16: ProductStatusCode
  /** `yyyy-MM-dd HH:mm:ss`. */
  stopTime: string
  /** Counts the changes of the status. */
  version: Generated<number>
  /** Username of who changed the status last; '' for nobody. */
  updatedBy: Generated<string>
  /** 0: never. */
  updateTime: Generated<Millis>
}
/** The value of a product on a day; one for each day. Amounts are decimal texts, '' for none. */
export interface NetWorthTable {
  id: Generated<number>
  productId: number
  /** Name at that day. */
  productName: string
  productType: string
  productTypeName: string
  /** `yyyy-MM-dd`. */
  nwTime: string
  state: string
  naValue: string
  accumulValue: string
  fundIncome: string
  sevenAnnualized: string
  isStatus: Flag
  createTime: Millis
  /** Counts the saves. */
  version: Generated<number>
  /** Username. */
  updatedBy: string
  updateTime: Millis
}

export interface NetWorthTables {
  net_worth_product: NetWorthProductTable
  net_worth: NetWorthTable
}
