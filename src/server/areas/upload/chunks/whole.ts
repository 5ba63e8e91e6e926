import type { Readable } from 'node:stream'
import { iterateChunks } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { UploadKind, UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, SYNC_DIR, type UploadContext } from '../attachment/attachments.ts'
import { type InFlight, registerInFlight } from '../store/attempt.ts'
import { requireQuota } from '../store/quota.ts'
import {
  isChunked,
  getLimitBytes,
  requireAllowedFile,
  type ReceivedUpload,
  createTooLargeError,
  type UploadBody,
  createLengthError,
} from '../store/request.ts'
import { computeAttempt, toQuotaOwner, findRegistered, storeUpload } from '../store/storeUpload.ts'

/** Receives a file in one request. A refused or truncated file leaves nothing behind. */
export async function receiveWhole(
  ctx: UploadContext,
  kind: UploadKind,
  body: UploadBody,
): Promise<ReceivedUpload<AttachmentRow | { same: AttachmentRow }>> {
  const { name, params } = body
  requireAllowedFile(kind, name, params)
  const inFlight = registerInFlight(ctx, computeAttempt(params), body.cancel)
  try {
    const known = await findRegistered(ctx, kind, params)
    if (known) {
      body.stream.resume()
      inFlight.leave()
      return { finish: async () => ({ same: known }), discard: async () => undefined }
    }
    inFlight.requireWanted()
    await requireQuota(ctx.db, toQuotaOwner(ctx, params), { more: params.totalSize, unfinished: true })
    return await receiveBytes(ctx, kind, body, inFlight)
  } catch (error) {
    inFlight.leave()
    throw error
  }
}

async function receiveBytes(
  ctx: UploadContext,
  kind: UploadKind,
  body: UploadBody,
  way: InFlight,
): Promise<ReceivedUpload<AttachmentRow | { same: AttachmentRow }>> {
  const { name, params } = body
  const { blobs } = await storesOf(ctx.deps)
  const file = await blobs.receive(limitSize(kind, body.stream), {
    sha256: params.dir === SYNC_DIR,
    release: body.isRaw,
  })
  const discard = async (): Promise<void> => {
    way.leave()
    await blobs.discard(file)
  }
  if (body.isTruncated()) {
    await discard()
    throw createTooLargeError(kind)
  }
  return {
    discard,
    async finish(all) {
      try {
        requireConsistent(params, all, file.size)
        await ctx.allow(all)
        const known = computeAttempt(all) === computeAttempt(params) ? undefined : await findRegistered(ctx, kind, all)
        if (known) return { same: known }
        const wanted = async (): Promise<void> => way.requireWanted()
        return await storeUpload(ctx, { kind, name, params: all, received: file }, wanted)
      } finally {
        await discard()
      }
    },
  }
}

/** Enforces the limit, because not every client announces the size. */
async function* limitSize(kind: UploadKind, stream: Readable): AsyncGenerator<Buffer, void> {
  let remaining = getLimitBytes(kind)
  for await (const piece of iterateChunks(stream)) {
    remaining -= piece.length
    if (remaining < 0) throw createTooLargeError(kind)
    yield piece
  }
}

/** Form fields after the file must be consistent with those before it. */
function requireConsistent(first: UploadParameters, all: UploadParameters, size: number): void {
  if (isChunked(all) || (all.dir === SYNC_DIR) !== (first.dir === SYNC_DIR)) {
    throw new AppError('invalid', '上传参数 dir 和分片参数应在文件之前给出，请重新上传')
  }
  if (all.totalSize > 0 && all.totalSize !== size) throw createLengthError()
}
