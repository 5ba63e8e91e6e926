import type { CallContext } from '#server/http/context.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { type AttachmentRow, SYNC_DIR } from './attachments.ts'
import type { Taken, UploadBody } from './body.ts'
import { keepUpload } from './keep.ts'
import { requireAllowed, requireQuota, tooLarge } from './rules.ts'

/** Takes a file that comes in one piece. Nothing is left of one that is refused or cut. */
export async function takeWhole(ctx: CallContext, kind: UploadKind, body: UploadBody): Promise<Taken<AttachmentRow>> {
  const { name, params } = body
  requireAllowed(kind, name, params)
  await requireQuota(ctx, params.siteId, params.totalSize)
  const { blobs } = await storesOf(ctx.deps)
  const received = await blobs.receive(body.stream, { sha256: params.dir === SYNC_DIR })
  const discard = (): Promise<void> => blobs.discard(received)
  if (body.truncated()) {
    await discard()
    throw tooLarge(kind)
  }
  return {
    discard,
    async finish(all) {
      try {
        return await keepUpload(ctx, { kind, name, params: all, received })
      } finally {
        await discard()
      }
    },
  }
}
