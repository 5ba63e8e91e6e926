import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { BlobStore, Received } from '#server/storage/blobStore.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { SYNC_DIR } from './attachments.ts'
import { limitBytes, parseParameters, requireAllowed, tooLarge, type UploadParameters } from './rules.ts'

/** What a multipart request brought. */
export interface Incoming {
  name: string
  params: UploadParameters
  received: Received
}

/**
 * Reads the fields and the one file of a multipart request; parameters may stand in the URL too (P2, P3). A refused
 * file is read to its end, so that the client gets to see the answer. Nothing stays on the disk when this throws.
 */
export async function readParts(blobs: BlobStore, request: FastifyRequest, kind: UploadKind): Promise<Incoming> {
  if (!request.isMultipart()) throw new AppError('unsupported', '请用 multipart/form-data 上传文件')
  const fields: Record<string, unknown> = { ...(request.query as Record<string, unknown>) }
  const taken: Incoming[] = []
  const refusals: AppError[] = []
  try {
    for await (const part of request.parts({ limits: { fileSize: limitBytes(kind), files: 1, fields: 100 } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        await takeFile(blobs, kind, part, fields).then(
          (file) => taken.push(file),
          (error: unknown) => refusals.push(skip(part, error)),
        )
      }
    }
    const [incoming] = taken
    if (!incoming) throw refusals[0] ?? new AppError('invalid', '请选择要上传的文件')
    return { ...incoming, params: parseParameters(fields) }
  } catch (error) {
    for (const { received } of taken) await blobs.discard(received)
    throw meaningOf(error, request)
  }
}

/** What breaks while the request is read is not the server's fault. */
function meaningOf(error: unknown, request: FastifyRequest): unknown {
  if (request.raw.readableAborted) return new AppError('cancelled', '上传中断，没有保存', { cause: error })
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') {
    return new AppError('invalid', '一次只能上传一个文件，请分开上传')
  }
  return error
}

/** Lets the rest of a refused file pass by; anything but a refusal goes on. */
function skip(part: MultipartFile, error: unknown): AppError {
  if (!(error instanceof AppError)) throw error
  part.file.resume()
  return error
}

async function takeFile(
  blobs: BlobStore,
  kind: UploadKind,
  part: MultipartFile,
  fields: Record<string, unknown>,
): Promise<Incoming> {
  const params = parseParameters(fields)
  const name = (part.filename.split(/[\\/]/).at(-1) ?? '').normalize('NFC')
  requireAllowed(kind, name, params)
  const received = await blobs.receive(part.file, { sha256: params.dir === SYNC_DIR })
  if (part.file.truncated) {
    await blobs.discard(received)
    throw tooLarge(kind)
  }
  return { name, params, received }
}
