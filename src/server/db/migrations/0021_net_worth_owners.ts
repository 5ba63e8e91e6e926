import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/**
 * Products of the net values belong to a site, or, of none, to the account that made them. Those from before go to the site
 * of their column; without a column to the only site there is, else to none: they are the super administrators' then.
 */
export const netWorthOwners: Migration = {
  async up(db: Kysely<Database>) {
    const product = db.schema.alterTable('net_worth_product')
    await product.addColumn('siteId', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    await product.addColumn('accountId', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    await sql`update net_worth_product set "siteId" = coalesce((
      select "siteId" from site_column where site_column.id = net_worth_product."classId"), 0)`.execute(db)
    await sql`update net_worth_product set "siteId" = (select max(id) from site)
      where "siteId" = 0 and (select count(*) from site) = 1`.execute(db)
    await db.schema.dropIndex('net_worth_product_code').execute()
    await db.schema
      .createIndex('net_worth_product_code')
      .on('net_worth_product')
      .columns(['siteId', 'accountId', 'classId', 'productCode'])
      .unique()
      .execute()
  },
}
