import type { CallContext } from '#server/http/context.ts'
import type { UploadKind, UploadParameters, UploadProgress } from '#shared/contract/upload.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import { cancelAttempt, unregisterAttempt } from '../store/attempt.ts'
import { toFileName, isChunked, parseParameters, computeSpan } from '../store/request.ts'
import { computeAttempt, findRegistered } from '../store/storeUpload.ts'
import { covers, cancelArrivals } from './arrivals.ts'
import { listReceivedChunks, computeSessionKey, UploadSession } from './session.ts'

/**
 * Tests whether a chunk needs to be sent (upload-protocol.md P7): returns the finished attachment or the received
 * chunks; null: send it. If all chunks are received but the file was not created, the last chunk is requested again,
 * which creates it.
 */
export async function testChunk(
  ctx: CallContext,
  kind: UploadKind,
  query: unknown,
): Promise<AttachmentRow | UploadProgress | null> {
  const params = parseParameters(query)
  if (!isChunked(params)) return null
  const span = computeSpan(params)
  const known = await findRegistered(ctx, kind, params)
  if (known) return known
  const session = await UploadSession.find(ctx, computeSessionKey(ctx, kind, toFileName(params.filename), params))
  if (session?.state.is === 'complete') return session.findRepeatResult(params, true)
  if (session?.state.is !== 'receiving' || !covers(session.received, span)) return null
  const uploaded = listReceivedChunks(session.received, params)
  if (uploaded.length < params.totalChunks) return { skipUpload: false, uploaded }
  if (params.chunkNumber === params.totalChunks) return null
  return { skipUpload: false, uploaded: uploaded.slice(0, -1) }
}

/**
 * Cancels an upload whose client gave up: deletes its bytes, removes what was registered under its identifier, and
 * cancels running requests. `ctx.db` must not be a transaction, because writers are waited for.
 */
export async function cancelUpload(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const attempt = computeAttempt(params)
  await cancelAttempt(ctx, attempt)
  await removeUnfinished(ctx, kind, params)
  // Last, so that an upload completed meanwhile is removed as well.
  await unregisterAttempt(ctx, attempt)
}

async function removeUnfinished(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const key = computeSessionKey(ctx, kind, toFileName(params.filename), params)
  const session = await UploadSession.find(ctx, key)
  if (!session || session.state.is === 'complete') return
  if (!(await session.refuseFurther('上传已取消'))) return
  await cancelArrivals(ctx.deps, key, session.id, { start: 0, end: params.totalSize })
  await session.remove()
}
