import { rm } from 'node:fs/promises'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, byAttachmentId, SYNC_DIR, type UploadContext } from '../attachment/attachments.ts'
import { storeUpload, type WholeUpload } from '../store/storeUpload.ts'
import { hashWhole } from './hashes.ts'
import { bringParts, sharesParts } from './parts.ts'
import { failSession, finishSession, type UploadSession } from './session.ts'
import { stopWriters } from './writers.ts'

const inHand = perServer(() => new Map<number, Promise<AttachmentRow>>())

/** Makes an attachment of an upload whose chunks are all here; requests that see so at the same time share the result. */
export function complete(
  ctx: UploadContext,
  session: UploadSession,
  upload: Omit<WholeUpload, 'received'>,
): Promise<AttachmentRow> {
  const running = inHand(ctx.deps)
  const work = running.get(session.id) ?? makeOne(ctx, session, upload).finally(() => running.delete(session.id))
  running.set(session.id, work)
  return work
}

/** Waits for the work on an upload that is being completed, however it ends. */
export async function completed(deps: ServerDeps, { id }: UploadSession): Promise<void> {
  await inHand(deps)
    .get(id)
    ?.catch(() => undefined)
}

async function makeOne(
  ctx: UploadContext,
  session: UploadSession,
  upload: Omit<WholeUpload, 'received'>,
): Promise<AttachmentRow> {
  const { id, file } = session
  const made = async (): Promise<AttachmentRow | undefined> => {
    const row = await ctx.db.selectFrom('upload_session').select('attachmentId').where('id', '=', id).executeTakeFirst()
    return row?.attachmentId ? byAttachmentId(ctx.db, row.attachmentId) : undefined
  }
  const known = await made()
  if (known) return known
  const size = upload.params.totalSize
  await stopWriters(ctx.deps, id, { start: 0, end: size })
  const isShared = await sharesParts(ctx.deps)
  try {
    if (isShared) await bringParts(ctx.deps, session, size)
    const sha512 = await hashWhole(ctx.deps, session, size)
    const sha256 = upload.params.dir === SYNC_DIR ? await hashFile(file, 'sha256') : ''
    const received = { file, size, sha512, sha256 }
    const row = await storeUpload(ctx, { ...upload, received }, async (tx, { id: attachmentId }) => {
      await finishSession(tx, id, attachmentId, ctx.clock.now().getTime())
    })
    await rm(file, { force: true })
    return row
  } catch (error) {
    // Another process may have made the same file of the same chunks.
    const other = isShared ? await made() : undefined
    if (other) return other
    if (error instanceof AppError && REFUSALS.has(error.code)) await failSession(ctx, session, error.message)
    throw error
  }
}

/** Sending the last chunk again would not change these. */
const REFUSALS = new Set(['invalid', 'unsupported', 'too-large'])
