import type { CallContext } from '#server/http/context.ts'
import type { UploadKind, UploadParameters, UploadProgress } from '#shared/contract/upload.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import { cancelAttempt, takeBack } from '../store/attempt.ts'
import { fileName, isChunked, parseParameters, spanOf } from '../store/request.ts'
import { attemptOf, registeredBefore } from '../store/storeUpload.ts'
import { covers, endArrivals } from './arrivals.ts'
import { chunksHere, sessionKey, UploadSession } from './session.ts'

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
  const span = spanOf(params)
  const known = await registeredBefore(ctx, kind, params)
  if (known) return known
  const session = await UploadSession.find(ctx, sessionKey(ctx, kind, fileName(params.filename), params))
  if (session?.state.is === 'complete') return session.repeated(params, true)
  if (session?.state.is !== 'receiving' || !covers(session.received, span)) return null
  const uploaded = chunksHere(session.received, params)
  if (uploaded.length < params.totalChunks) return { skipUpload: false, uploaded }
  if (params.chunkNumber === params.totalChunks) return null
  return { skipUpload: false, uploaded: uploaded.slice(0, -1) }
}

/**
 * Cancels an upload whose client gave up: deletes its bytes, removes what was registered under its identifier, and
 * cancels running requests. `ctx.db` must not be a transaction, because writers are waited for.
 */
export async function cancelUpload(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const attempt = attemptOf(params)
  await cancelAttempt(ctx, attempt)
  await endUnfinished(ctx, kind, params)
  // Last, so that an upload completed meanwhile is removed as well.
  await takeBack(ctx, attempt)
}

async function endUnfinished(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const key = sessionKey(ctx, kind, fileName(params.filename), params)
  const session = await UploadSession.find(ctx, key)
  if (!session || session.state.is === 'complete') return
  if (!(await session.close('上传已取消'))) return
  await endArrivals(ctx.deps, key, session.id, { start: 0, end: params.totalSize })
  await session.end()
}
