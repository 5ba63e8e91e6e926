import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { lockTemplate } from '../template/index.ts'

/**
 * Takes back what a killed process left half unpacked or half published, unless it was committed. Runs before the server
 * listens, under the template's lock, because another server process may be at work there right now.
 */
export async function takeBackUnfinished(deps: ServerDeps): Promise<void> {
  const { templates } = await storesOf(deps)
  for (const { folder, token, undo, settle } of await templates.unfinished()) {
    await deps.db.transaction().execute(async (db) => {
      const row = await db.selectFrom('template').select('id').where('folder', '=', folder).executeTakeFirst()
      if (row) await lockTemplate(db, row.id)
      await ((await isCommitted(db, token)) ? settle() : undo())
    })
  }
}

/** A publication writes its moment in the transaction that makes it count. */
async function isCommitted(db: Kysely<Database>, token: string): Promise<boolean> {
  if (token === '') return false
  const moment = db.selectFrom('template_moment').select('id').where('token', '=', token)
  return (await moment.executeTakeFirst()) !== undefined
}
