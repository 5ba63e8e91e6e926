import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Who opened or closed a product of the net values last: two people don't write over each other. */
export const productSaves: Migration = {
  async up(db: Kysely<Database>) {
    const product = db.schema.alterTable('net_worth_product')
    await product.addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1)).execute()
    await product.addColumn('updatedBy', 'text', (c) => c.notNull().defaultTo('')).execute()
    await product.addColumn('updateTime', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
  },
}
