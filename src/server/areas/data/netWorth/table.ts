import type { ProductStatusCode } from '#shared/domain/productStatus.ts'
import { flag, id, index, int, millis, ref, table, text, unique, AUTHOR } from '#server/db/table.ts'

export const netWorthTables = {
  /** A product with net values; its code is unique per site and column (0: none). */
  net_worth_product: table({
    title: '净值产品',
    columns: {
      id: id(),
      classId: ref('site_column', { mayDangle: 'net values outlive columns' }),
      /** The column's site, or the named one; 0: none. */
      siteId: int().noReference('net values outlive columns').default(0),
      /** Creator of a product without a site; else 0. */
      accountId: int().noReference(AUTHOR).default(0),
      productCode: text(),
      /** The name saved last. */
      title: text(),
      singleLine16: text<ProductStatusCode>(),
      /** `yyyy-MM-dd HH:mm:ss`. */
      stopTime: text(),
      /** Increases with each change of the status. */
      version: int().default(1),
      /** Username that changed the status last; '' for none. */
      updatedBy: text().default(''),
      /** 0: never. */
      updateTime: millis().default(0),
    },
    indexes: {
      net_worth_product_code: unique('siteId accountId classId productCode'),
    },
    archive: { kind: 'products', of: 'site', without: ['siteId', 'accountId'] },
  }),
  /** The value of a product on one day; unique per day. Amounts are decimal texts, '' for none. */
  net_worth: table({
    title: '净值',
    columns: {
      id: id(),
      productId: ref('net_worth_product'),
      /** Name on that day. */
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
      /** Increases with each save. */
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
