import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** Net values of products, and whether the products are open. Amounts are text: no digit of them may be rounded away. */
export const netWorth: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    await db.schema
      .createTable('net_worth_product')
      .addColumn('id', 'integer', id)
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('productCode', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('singleLine16', 'text', (c) => c.notNull())
      .addColumn('stopTime', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('net_worth_product_code')
      .on('net_worth_product')
      .columns(['classId', 'productCode'])
      .unique()
      .execute()
    const text = ['productName', 'productType', 'productTypeName', 'nwTime', 'state'] as const
    const amounts = ['naValue', 'accumulValue', 'fundIncome', 'sevenAnnualized'] as const
    let table = db.schema
      .createTable('net_worth')
      .addColumn('id', 'integer', id)
      .addColumn('productId', 'bigint', (c) => c.notNull())
    for (const name of [...text, ...amounts]) table = table.addColumn(name, 'text', (c) => c.notNull())
    await table
      .addColumn('isStatus', 'integer', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .addColumn('updatedBy', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('net_worth_day').on('net_worth').columns(['productId', 'nwTime']).unique().execute()
    await db.schema.createIndex('net_worth_order').on('net_worth').columns(['nwTime desc', 'id desc']).execute()
  },
}
