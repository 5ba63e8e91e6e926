import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { storesOf } from '#server/storage/stores.ts'
import { requireOwnUpload } from '../attachment/attachments.ts'
import { removeThumb } from './thumbs.ts'

const HOUR_MS = 3600_000
/** Unreferenced blobs stay this long, because an upload with the same content may be about to reference them. */
const UNREFERENCED_MS = HOUR_MS
/** The same for blobs whose bytes are still being moved into the store. */
const MOVE_TIMEOUT_MS = 24 * HOUR_MS

/**
 * Claims an upload permanently: deletes its row in the call's transaction, and the caller moves `file` away.
 * @throws AppError `not-found` as in requireOwnUpload
 */
export async function claimUpload(
  ctx: CallContext,
  accessPath: string,
): Promise<{ file: string; size: number; sha256: string }> {
  const row = await requireOwnUpload(ctx, accessPath)
  const { blobs } = await storesOf(ctx.deps)
  // Locks the blob's row, so that no other upload starts to share it.
  await ctx.db.updateTable('blob').set({ isStored: 1 }).where('blobKey', '=', row.blobKey).execute()
  await ctx.db.deleteFrom('attachment').where('id', '=', row.id).execute()
  const shared = await isReferenced(ctx.db, row.blobKey)
  const taken = await blobs.extract(row.blobKey, { keep: shared })
  ctx.onRollback(() => taken.undo())
  if (taken.isMoved) await ctx.db.deleteFrom('blob').where('blobKey', '=', row.blobKey).execute()
  return { file: taken.file, size: row.size, sha256: row.sha256 }
}

/**
 * Removes the caller's own upload; unreferenced bytes are removed later.
 * @throws AppError `not-found` as in requireOwnUpload
 */
export async function removeOwnUpload(ctx: CallContext, accessPath: string): Promise<void> {
  const { id } = await requireOwnUpload(ctx, accessPath)
  await ctx.db.deleteFrom('attachment').where('id', '=', id).execute()
}

const isReferenced = async (db: Kysely<Database>, blobKey: string): Promise<boolean> =>
  (await db.selectFrom('attachment').select('id').where('blobKey', '=', blobKey).limit(1).executeTakeFirst()) !==
  undefined

/** Removes unreferenced blobs, each under the lock of its row. */
export async function sweepBlobs(deps: ServerDeps): Promise<void> {
  const { blobs } = await storesOf(deps)
  const now = deps.clock.now().getTime()
  const before = { stored: now - UNREFERENCED_MS, moving: now - MOVE_TIMEOUT_MS }
  const unreferenced = await deps.db
    .selectFrom('blob')
    .leftJoin('attachment', 'attachment.blobKey', 'blob.blobKey')
    .select('blob.blobKey')
    .where('attachment.id', 'is', null)
    .where('blob.touchTime', '<', before.stored)
    .execute()
  for (const { blobKey } of unreferenced) {
    await deps.db.transaction().execute(async (tx) => {
      const locked = await tx
        .updateTable('blob')
        .set((eb) => ({ isStored: eb.ref('isStored') }))
        .where('blobKey', '=', blobKey)
        .where(({ or, and, eb }) =>
          or([and([eb('isStored', '=', 1), eb('touchTime', '<', before.stored)]), eb('touchTime', '<', before.moving)]),
        )
        .returning('blobKey')
        .executeTakeFirst()
      if (!locked || (await isReferenced(tx, blobKey))) return
      await tx.deleteFrom('blob').where('blobKey', '=', blobKey).execute()
      await blobs.remove(blobKey)
      await removeThumb(deps, blobKey)
    })
  }
}
