import type { CallContext } from '#server/http/context.ts'
import type { UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, byAttachmentId } from '../attachment/attachments.ts'
import { realHash } from '../store/rules.ts'
import type { ChunkRendezvous } from './chunkRendezvous.ts'
import { endSession, openSession, type UploadSession } from './session.ts'

/** A finished upload answers a repeated chunk for this long; later the same file is a new upload. */
const REPEAT_MS = 60_000
/** Does the client's hash tell this file from another one of the same name and size (upload-protocol.md P11)? */
const isSure = ({ fileMd5, sha512 }: UploadParameters): boolean => (realHash(sha512) ?? realHash(fileMd5)) !== null

/** What a finished upload answers to one more chunk, or to a `test` for one; null: it belongs to a new upload. */
export async function repeated(
  ctx: CallContext,
  { attachmentId, touchTime }: UploadSession,
  params: UploadParameters,
  isTest = false,
): Promise<AttachmentRow | null> {
  if (attachmentId === null) return null
  const hash = realHash(params.sha512)
  if (hash !== null) {
    const row = await byAttachmentId(ctx.db, attachmentId)
    return row?.sha512 === hash ? row : null
  }
  if (ctx.clock.now().getTime() - touchTime > REPEAT_MS) return null
  if (!isSure(params) && (isTest || params.chunkNumber === 1)) return null
  return (await byAttachmentId(ctx.db, attachmentId)) ?? null
}

/**
 * The upload that a chunk belongs to, and what it became. One that failed, or that nobody can tell from the next file of
 * its name and size, begins anew with its first chunk; those that are sent beside that may come before it. One that was
 * finished some time ago, or whose file is deleted, begins anew with any.
 */
export async function sessionFor(ctx: CallContext, key: string, params: UploadParameters, arrival: ChunkRendezvous) {
  const session = await openSession(ctx, key, params)
  if (session.failure === '' && session.attachmentId === null) return { session, finished: null }
  const finished = await repeated(ctx, session, params)
  if (finished && isSure(params)) return { session, finished }
  if ((finished || session.failure !== '') && !(await arrival.firstChunk())) {
    if (finished) return { session, finished }
    throw new AppError('unsupported', session.failure)
  }
  await endSession(ctx.db, session)
  return { session: await openSession(ctx, key, params), finished: null }
}
