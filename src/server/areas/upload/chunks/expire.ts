import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { UPLOAD_PART_RETENTION_DAYS } from '#shared/contract/upload.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { sweepBlobs } from '../store/blobStore.ts'
import { sweepStore } from '../store/sweep.ts'
import { toPartsDir } from './parts.ts'

/** Removes expired temporary uploads, abandoned chunk uploads, and unreferenced bytes. */
export async function removeExpired(deps: ServerDeps): Promise<void> {
  const { blobs, lease } = await storesOf(deps)
  // Without the lease nothing is removed from the store; local files are removed anyway.
  await lease.refresh().catch((err: unknown) => deps.log.warn({ err }, 'the owner of the store could not be asked'))
  await blobs.prune(deps.clock.now())
  await deleteAbandonedSessions(deps)
  await removePartFilesOfEnded(deps)
  await removeStoredPartsOfEnded(deps)
  await deps.db.deleteFrom('attachment').where('expireTime', '<', deps.clock.now().getTime()).execute()
  await sweepBlobs(deps)
  await sweepStore(deps)
}

/** Deletes abandoned uploads after some days (upload-protocol.md P15). */
async function deleteAbandonedSessions(deps: ServerDeps): Promise<void> {
  const before = deps.clock.now().getTime() - UPLOAD_PART_RETENTION_DAYS * DAY_MS
  const old = deps.db.selectFrom('upload_session').select(['id', 'partFile']).where('touchTime', '<', before)
  for (const { id, partFile } of await old.execute()) {
    // Bytes first, so that none remain without a row.
    await rm(join(toPartsDir(deps), partFile), { force: true })
    await deps.db.deleteFrom('upload_session').where('id', '=', id).execute()
  }
}

/** Removes part files of ended uploads, which a killed process has left. */
async function removePartFilesOfEnded(deps: ServerDeps): Promise<void> {
  const files = await readdir(toPartsDir(deps)).catch(() => [])
  for (const partFile of files) {
    const row = await deps.db
      .selectFrom('upload_session')
      .select('id')
      .where('partFile', '=', partFile)
      .where((eb) => eb.or([eb('attachmentId', 'is not', null), eb('failure', '<>', '')]))
      .executeTakeFirst()
    if (row) await rm(join(toPartsDir(deps), partFile), { force: true })
  }
}

/** Removes stored chunks of ended or deleted uploads. */
async function removeStoredPartsOfEnded(deps: ServerDeps): Promise<void> {
  const { blobs } = await storesOf(deps)
  const rows = await deps.db
    .selectFrom('upload_part')
    .leftJoin('upload_session', 'upload_session.id', 'upload_part.sessionId')
    .select(['upload_part.sessionId', 'upload_part.blobKey'])
    .where((eb) =>
      eb.or([
        eb('upload_session.id', 'is', null),
        eb('upload_session.attachmentId', 'is not', null),
        eb('upload_session.failure', '<>', ''),
      ]),
    )
    .execute()
  for (const { sessionId, blobKey } of rows) {
    await blobs.remove(blobKey)
    await deps.db.deleteFrom('upload_part').where('sessionId', '=', sessionId).where('blobKey', '=', blobKey).execute()
  }
}
