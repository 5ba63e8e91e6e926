import type { ProductStatusCode } from '#shared/domain/productStatus.ts'
import { flag, id, index, int, millis, ref, table, text, unique, AUTHOR } from '#server/db/table.ts'

export const netWorthTables = {
  /** A product whose net values are kept; the code is unique in its site and column (0: none). */
  net_worth_product: table({
    title: '净值产品',
    columns: {
      id: id(),
      classId: ref('site_column', { mayDangle: 'net values outlive columns' }),
      /** That of the column, or what was named; 0: none. */
      siteId: int().noReference('net values outlive columns').default(0),
      /** Of no site: who made it; else 0. */
      accountId: int().noReference(AUTHOR).default(0),
      productCode: text(),
      /** Name as it was saved last. */
      title: text(),
      singleLine16: text<ProductStatusCode>(),
      /** `yyyy-MM-dd HH:mm:ss`. */
      stopTime: text(),
      /** Counts the changes of the status. */
      version: int().default(1),
      /** Username of who changed the status last; '' for nobody. */
      updatedBy: text().default(''),
      /** 0: never. */
      updateTime: millis().default(0),
    },
    indexes: {
      net_worth_product_code: unique('siteId accountId classId productCode'),
    },
    archive: { kind: 'products', of: 'site', without: ['siteId', 'accountId'] },
  }),
  /** The value of a product on a day; one for each day. Amounts are decimal texts, '' for none. */
  net_worth: table({
    title: '净值',
    columns: {
      id: id(),
      productId: ref('net_worth_product'),
      /** Name at that day. */
      productName: text(),
      productType: text(),
      productTypeName: text(),
      /** `yyyy-MM-dd`. */
      nwTime: text(),
      state: text(),
      naValue: text(),
      accumulValue: text(),
      fundIncome: text(),
      sevenAnnualized: text(),
      isStatus: flag(),
      createTime: millis(),
      /** Counts the saves. */
      version: int().default(1),
      /** Username. */
      updatedBy: text(),
      updateTime: millis(),
    },
    indexes: {
      net_worth_day: unique('productId nwTime'),
      net_worth_order: index('-nwTime -id'),
    },
    archive: { kind: 'netWorths', of: 'productId', without: [] },
  }),
}
