import type { CallContext } from '#server/http/context.ts'
import type { UploadKind, UploadProgress } from '#shared/contract/upload.ts'
import type { AttachmentRow } from '../attachment/attachments.ts'
import { registeredBefore } from '../store/attempt.ts'
import { fileName } from '../store/body.ts'
import { parseParameters } from '../store/rules.ts'
import { chunksHere, covers, isChunked, spanOf } from './plan.ts'
import { findSession, repeated, sessionKey } from './session.ts'

/**
 * Answers whether a chunk need not be sent (upload-protocol.md P7): what the whole became, or the chunks that are here;
 * null when it is to be sent. The last chunk of what is here but not made a file yet is sent again: that makes it one.
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
  const session = await findSession(ctx, sessionKey(ctx, kind, fileName(params.filename), params))
  if (!session || session.failure !== '') return null
  if (session.attachmentId !== null) return repeated(ctx, session, params, true)
  if (!covers(session.received, span)) return null
  const uploaded = chunksHere(session.received, params)
  if (uploaded.length < params.totalChunks) return { skipUpload: false, uploaded }
  if (params.chunkNumber === params.totalChunks) return null
  return { skipUpload: false, uploaded: uploaded.slice(0, -1) }
}
