import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { lockTemplate } from '../template/index.ts'

/**
 * Takes back what a killed process left half unpacked. Runs before the server listens, under the template's lock,
 * because another server process may be unpacking there right now.
 */
export async function takeBackUnfinished(deps: ServerDeps): Promise<void> {
  const { templates } = await storesOf(deps)
  for (const { folder, undo } of await templates.unfinished()) {
    await deps.db.transaction().execute(async (db) => {
      const row = await db.selectFrom('template').select('id').where('folder', '=', folder).executeTakeFirst()
      if (row) await lockTemplate(db, row.id)
      await undo()
    })
  }
}
