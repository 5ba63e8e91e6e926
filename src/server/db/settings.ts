import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export const readSetting = async (db: Kysely<Database>, name: string): Promise<string | null> =>
  (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null

/** Stores a setting unless it exists. Returns the stored value, which is the same for all processes. */
export async function ensureSetting(db: Kysely<Database>, name: string, make: () => Promise<string>): Promise<string> {
  const known = await readSetting(db, name)
  if (known !== null) return known
  const value = await make()
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await readSetting(db, name)) ?? value
}

/** Stores a setting, replacing an earlier value. */
export async function saveSetting(db: Kysely<Database>, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function removeSetting(db: Kysely<Database>, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute()
}
