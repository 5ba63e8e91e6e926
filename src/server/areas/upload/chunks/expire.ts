import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { removePartsOfEnded } from './parts.ts'
import { endOldSessions, removeEndedParts } from './session.ts'
import { sweepBlobs } from '../store/blobStore.ts'
import { sweepStore } from '../store/sweep.ts'

/** Removes uploads for the sync that nobody took in time, unfinished uploads, and bytes that nobody needs. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const { blobs, lease } = await storesOf(deps)
  // Without it nothing is removed from the store, but what is here goes.
  await lease.refresh().catch((err: unknown) => deps.log.warn({ err }, 'the owner of the store could not be asked'))
  await blobs.prune(deps.clock.now())
  await endOldSessions(deps)
  await removeEndedParts(deps)
  await removePartsOfEnded(deps)
  await deps.db.deleteFrom('attachment').where('expireTime', '<', deps.clock.now().getTime()).execute()
  await sweepBlobs(deps)
  await sweepStore(deps)
}
