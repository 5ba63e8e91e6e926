import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../schema.ts'

/** Who saved the form of a template last; `version` counts its files. */
export const templateSaves: Migration = {
  async up(db: Kysely<Database>) {
    const template = db.schema.alterTable('template')
    await template.addColumn('formVersion', 'bigint', (c) => c.notNull().defaultTo(1)).execute()
    await template.addColumn('updateTime', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
    await template.addColumn('updatedBy', 'text', (c) => c.notNull().defaultTo('')).execute()
  },
}
