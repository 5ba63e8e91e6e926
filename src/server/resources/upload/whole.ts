import type { Readable } from 'node:stream'
import { piecesOf } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { UploadKind, UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, attemptOf, byAttempt, SYNC_DIR, type UploadContext } from './attachments.ts'
import type { Taken, UploadBody } from './body.ts'
import { isChunked, wrongLength } from './chunks/plan.ts'
import { keepUpload } from './keep.ts'
import { limitBytes, requireAllowed, requireQuota, requireSiteOf, tooLarge } from './rules.ts'

/** Takes a file that comes in one piece. Nothing is left of one that is refused or cut. */
export async function takeWhole(
  ctx: UploadContext,
  kind: UploadKind,
  body: UploadBody,
): Promise<Taken<AttachmentRow | { same: AttachmentRow }>> {
  const { name, params } = body
  requireAllowed(kind, name, params)
  const known = await byAttempt(ctx, attemptOf(params))
  if (known) {
    body.stream.resume()
    return { finish: async () => ({ same: known }), discard: async () => undefined }
  }
  await requireQuota(ctx, params.siteId, params.totalSize)
  const { blobs } = await storesOf(ctx.deps)
  const received = await blobs.receive(within(kind, body.stream), {
    sha256: params.dir === SYNC_DIR,
    release: body.bare,
  })
  const discard = (): Promise<void> => blobs.discard(received)
  if (body.truncated()) {
    await discard()
    throw tooLarge(kind)
  }
  return {
    discard,
    async finish(all) {
      try {
        requireFitting(params, all, received.size)
        requireSiteOf(ctx, all)
        return await keepUpload(ctx, { kind, name, params: all, received })
      } finally {
        await discard()
      }
    },
  }
}

/** Not every client says how much will come. */
async function* within(kind: UploadKind, stream: Readable): AsyncGenerator<Buffer, void> {
  let left = limitBytes(kind)
  for await (const piece of piecesOf(stream)) {
    left -= piece.length
    if (left < 0) throw tooLarge(kind)
    yield piece
  }
}

/** Fields that come after the file must not make something else of it. */
function requireFitting(first: UploadParameters, all: UploadParameters, size: number): void {
  if (isChunked(all) || (all.dir === SYNC_DIR) !== (first.dir === SYNC_DIR)) {
    throw new AppError('invalid', '上传参数 dir 和分片参数应在文件之前给出，请重新上传')
  }
  if (all.totalSize > 0 && all.totalSize !== size) throw wrongLength()
}
