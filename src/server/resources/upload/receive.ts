import type { FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { CallContext } from '#server/http/context.ts'
import type { Received } from '#server/storage/blobStore.ts'
import { storesOf } from '#server/storage/stores.ts'
import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, blobKey, FILES, newBlobKey, SYNC_DIR } from './attachments.ts'
import { IMAGE_HEAD_BYTES, type ImageFacts, readImage } from './image.ts'
import { type Incoming, readParts } from './parts.ts'
import { requireSameHash } from './rules.ts'

/** An upload for the sync that nobody took within a day is removed. */
const SYNC_UPLOAD_MS = 24 * 3600_000

/** Calls 2–5: one multipart file as an attachment. Nothing is left of an upload that is refused or cut. */
export async function receiveUpload(
  ctx: CallContext,
  request: FastifyRequest,
  kind: UploadKind,
): Promise<AttachmentRow> {
  const { blobs } = await storesOf(ctx.deps)
  const { name, params, received } = await readParts(blobs, request, kind)
  try {
    requireSameHash(params.fileMd5, received.sha512)
    const image = params.dir === SYNC_DIR ? null : await imageFacts(name, received)
    const accessPath = newAccessPath(ctx, name, params.dir)
    await blobs.keep(received, blobKey(accessPath))
    return await insert(ctx, { kind, name, params, received, image, accessPath })
  } finally {
    await blobs.discard(received)
  }
}

/** Size of a picture; `unsupported` when a file that is named a picture is none. */
async function imageFacts(name: string, received: Received): Promise<ImageFacts | null> {
  const { extensions } = UPLOAD_RULES.image
  if (!extensions.includes(extensionOf(name))) return null
  const handle = await open(received.file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(IMAGE_HEAD_BYTES), 0, IMAGE_HEAD_BYTES, 0)
    const facts = readImage(buffer.subarray(0, bytesRead))
    if (facts) return facts
  } finally {
    await handle.close()
  }
  throw new AppError('unsupported', `“${name}”的内容不是图片，请上传 ${extensions.join(',')} 的格式!`)
}

const newAccessPath = (ctx: CallContext, name: string, dir: string): string =>
  dir === SYNC_DIR
    ? `${FILES}${SYNC_DIR}/${randomBytes(16).toString('hex')}`
    : FILES + newBlobKey(ctx.clock.now(), extensionOf(name))

function insert(
  ctx: CallContext,
  file: Incoming & { kind: UploadKind; image: ImageFacts | null; accessPath: string },
): Promise<AttachmentRow> {
  const now = ctx.clock.now().getTime()
  return ctx.db
    .insertInto('attachment')
    .values({
      accountId: ctx.signed().accountId,
      kind: file.kind,
      oldName: file.name,
      accessPath: file.accessPath,
      extension: extensionOf(file.name),
      size: file.received.size,
      imageWidth: file.image?.width ?? 0,
      imageHeight: file.image?.height ?? 0,
      sha512: file.received.sha512,
      sha256: file.received.sha256,
      dir: file.params.dir,
      path: '',
      isRegistered: 0,
      createTime: now,
      expireTime: file.params.dir === SYNC_DIR ? now + SYNC_UPLOAD_MS : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
