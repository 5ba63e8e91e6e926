import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import type { CallContext } from '../../http/context.ts'
import type { BlobStore, Received } from '../../storage/blobStore.ts'
import { storesOf } from '../../storage/stores.ts'
import { type AttachmentRow, blobKey, FILES, newBlobKey, SYNC_DIR } from './attachments.ts'
import { IMAGE_HEAD_BYTES, type ImageFacts, readImage } from './image.ts'
import {
  limitBytes,
  parseParameters,
  requireAllowed,
  requireSameHash,
  tooLarge,
  type UploadParameters,
} from './rules.ts'

/** An upload for the sync that nobody took within a day is removed. */
const SYNC_UPLOAD_MS = 24 * 3600_000

interface Incoming {
  name: string
  params: UploadParameters
  received: Received
}

/** Calls 2–5: one multipart file as an attachment. Nothing is left of an upload that is refused or cut. */
export async function receiveUpload(
  ctx: CallContext,
  request: FastifyRequest,
  kind: UploadKind,
): Promise<AttachmentRow> {
  const { blobs } = await storesOf(ctx.deps)
  const { name, params, received } = await readParts(ctx, request, kind)
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

/** Reads fields and the file part; a refused file is read to its end, so that the client gets to see the answer. */
async function readParts(ctx: CallContext, request: FastifyRequest, kind: UploadKind): Promise<Incoming> {
  if (!request.isMultipart()) throw new AppError('unsupported', '请用 multipart/form-data 上传文件')
  const { blobs } = await storesOf(ctx.deps)
  const fields: Record<string, unknown> = { ...(request.query as Record<string, unknown>) }
  const taken: Incoming[] = []
  try {
    let refused: AppError | null = null
    for await (const part of request.parts({ limits: { fileSize: limitBytes(kind), files: 1, fields: 100 } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        try {
          taken.push(await takeFile(blobs, kind, part, parseParameters(fields)))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          refused = error
          part.file.resume()
        }
      }
    }
    const [incoming] = taken
    if (!incoming) throw refused ?? new AppError('invalid', '请选择要上传的文件')
    return { ...incoming, params: parseParameters(fields) }
  } catch (error) {
    for (const { received } of taken) await blobs.discard(received)
    throw error
  }
}

async function takeFile(
  blobs: BlobStore,
  kind: UploadKind,
  part: MultipartFile,
  params: UploadParameters,
): Promise<Incoming> {
  const name = (part.filename.split(/[\\/]/).at(-1) ?? '').normalize('NFC')
  requireAllowed(kind, name, params)
  const received = await blobs.receive(part.file, { sha256: params.dir === SYNC_DIR })
  if (part.file.truncated) {
    await blobs.discard(received)
    throw tooLarge(kind)
  }
  return { name, params, received }
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
