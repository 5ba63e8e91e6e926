import type { Readable } from 'node:stream'
import { piecesOf } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { UploadKind, UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, SYNC_DIR, type UploadContext } from '../attachment/attachments.ts'
import { type InFlight, setInFlight } from '../store/attempt.ts'
import { requireQuota } from '../store/quota.ts'
import {
  isChunked,
  limitBytes,
  requireAllowed,
  type Taken,
  tooLarge,
  type UploadBody,
  wrongLength,
} from '../store/request.ts'
import { attemptOf, ownerOf, registeredBefore, storeUpload } from '../store/storeUpload.ts'

/** Receives a file in one request. A refused or truncated file leaves nothing behind. */
export async function receiveWhole(
  ctx: UploadContext,
  kind: UploadKind,
  body: UploadBody,
): Promise<Taken<AttachmentRow | { same: AttachmentRow }>> {
  const { name, params } = body
  requireAllowed(kind, name, params)
  const way = setInFlight(ctx, attemptOf(params), body.cancel)
  try {
    const known = await registeredBefore(ctx, kind, params)
    if (known) {
      body.stream.resume()
      way.leave()
      return { finish: async () => ({ same: known }), discard: async () => undefined }
    }
    way.requireWanted()
    await requireQuota(ctx.db, ownerOf(ctx, params), { more: params.totalSize, unfinished: true })
    return await received(ctx, kind, body, way)
  } catch (error) {
    way.leave()
    throw error
  }
}

async function received(
  ctx: UploadContext,
  kind: UploadKind,
  body: UploadBody,
  way: InFlight,
): Promise<Taken<AttachmentRow | { same: AttachmentRow }>> {
  const { name, params } = body
  const { blobs } = await storesOf(ctx.deps)
  const file = await blobs.receive(within(kind, body.stream), {
    sha256: params.dir === SYNC_DIR,
    release: body.bare,
  })
  const discard = async (): Promise<void> => {
    way.leave()
    await blobs.discard(file)
  }
  if (body.truncated()) {
    await discard()
    throw tooLarge(kind)
  }
  return {
    discard,
    async finish(all) {
      try {
        requireFitting(params, all, file.size)
        await ctx.allow(all)
        const known = attemptOf(all) === attemptOf(params) ? undefined : await registeredBefore(ctx, kind, all)
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
async function* within(kind: UploadKind, stream: Readable): AsyncGenerator<Buffer, void> {
  let left = limitBytes(kind)
  for await (const piece of piecesOf(stream)) {
    left -= piece.length
    if (left < 0) throw tooLarge(kind)
    yield piece
  }
}

/** Form fields after the file must be consistent with those before it. */
function requireFitting(first: UploadParameters, all: UploadParameters, size: number): void {
  if (isChunked(all) || (all.dir === SYNC_DIR) !== (first.dir === SYNC_DIR)) {
    throw new AppError('invalid', '上传参数 dir 和分片参数应在文件之前给出，请重新上传')
  }
  if (all.totalSize > 0 && all.totalSize !== size) throw wrongLength()
}
