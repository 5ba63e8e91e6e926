import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { blobKey } from './attachments.ts'

/** Removes uploads for the sync that nobody took in time, with their bytes. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const { blobs } = await storesOf(deps)
  await blobs.prune(deps.clock.now())
  const now = deps.clock.now().getTime()
  const rows = await deps.db
    .selectFrom('attachment')
    .select(['id', 'accessPath'])
    .where('expireTime', '<', now)
    .execute()
  for (const row of rows) {
    await deps.db.deleteFrom('attachment').where('id', '=', row.id).execute()
    await blobs.remove(blobKey(row.accessPath))
  }
}
