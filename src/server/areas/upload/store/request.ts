import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { parseInput } from '#server/http/input.ts'
import { IMPORT_FILES } from '#shared/contract/contentImport.ts'
import {
  MAX_CHUNKS,
  UPLOAD_RULES,
  type UploadKind,
  type UploadParameters,
  uploadQuery,
} from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { IMPORT_DIR, SYNC_DIR } from '../attachment/attachments.ts'

/** The bytes of a request with the parameters received before them. */
export interface UploadBody {
  name: string
  params: UploadParameters
  stream: Readable
  /** The stream is the raw request, so its buffers are not shared. */
  isRaw: boolean
  /** Whether the stream was truncated at the limit; known at its end. */
  isTruncated(): boolean
  /** Ends the request. */
  cancel(): void
}

/**
 * Received bytes. They count after `finish` with all parameters; `discard` is called when the request fails afterwards.
 */
export interface ReceivedUpload<T> {
  finish(params: UploadParameters): Promise<T>
  discard(): Promise<void>
}

/**
 * Reads an upload: a multipart form (P3), or the raw bytes with all parameters in the URL (P17), and passes its bytes
 * to `take`. A refused file is read to its end, so that the client receives the response.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  limit: number,
  receive: (body: UploadBody) => Promise<ReceivedUpload<T>>,
): Promise<T> {
  try {
    if (request.isMultipart()) return await readForm(request, limit, receive)
    return await readRaw(request, receive)
  } catch (error) {
    if (request.raw.readableAborted) throw new AppError('cancelled', '上传已中断，未保存', { cause: error })
    throw error
  }
}

/** The last part of a client's file path. */
export const toFileName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').normalize('NFC')

async function readRaw<T>(
  request: FastifyRequest,
  receive: (body: UploadBody) => Promise<ReceivedUpload<T>>,
): Promise<T> {
  const stream = request.raw
  const query = request.query as Record<string, unknown>
  // A parsed body is JSON or a form and not a file.
  if (request.body || query['filename'] === undefined) {
    throw new AppError('unsupported', '请用 multipart/form-data 上传文件，或在地址中提供 filename 并直接发送文件内容')
  }
  try {
    const params = parseParameters(query)
    const name = toFileName(params.filename)
    const taken = await receive({
      name,
      params,
      stream,
      isRaw: true,
      isTruncated: () => false,
      cancel: () => stream.destroy(),
    })
    return await taken.finish(params)
  } catch (error) {
    stream.resume()
    throw error
  }
}

async function readForm<T>(
  request: FastifyRequest,
  limit: number,
  receive: (body: UploadBody) => Promise<ReceivedUpload<T>>,
): Promise<T> {
  const fields: Record<string, unknown> = { ...(request.query as Record<string, unknown>) }
  const receivedUploads: ReceivedUpload<T>[] = []
  const refusals: AppError[] = []
  try {
    for await (const part of request.parts({ limits: { fileSize: limit, files: 1, fields: 100 } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        await receivePart(request, part, fields, receive).then(
          (taken) => receivedUploads.push(taken),
          (error: unknown) => refusals.push(skipPart(part, error)),
        )
      }
    }
    const [taken] = receivedUploads
    if (!taken) throw refusals[0] ?? new AppError('invalid', '请选择要上传的文件')
    return await taken.finish(parseParameters(fields))
  } catch (error) {
    for (const taken of receivedUploads) await taken.discard()
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') {
      throw new AppError('invalid', '一次只能上传一个文件，请分开上传')
    }
    // The multipart parser's errors have no code; their text distinguishes them from disk and database errors.
    if (error instanceof Error && !(error instanceof AppError) && /multipart|needle/i.test(error.message)) {
      throw new AppError('invalid', '上传的表单不完整或格式有误，未保存，请重新上传', { cause: error })
    }
    throw error
  }
}

async function receivePart<T>(
  request: FastifyRequest,
  part: MultipartFile,
  fields: Record<string, unknown>,
  take: (body: UploadBody) => Promise<ReceivedUpload<T>>,
): Promise<ReceivedUpload<T>> {
  const params = parseParameters(fields)
  return take({
    name: toFileName(part.filename && part.filename !== 'blob' ? part.filename : params.filename),
    params,
    stream: part.file,
    isRaw: false,
    isTruncated: () => part.file.truncated,
    cancel: () => request.raw.destroy(),
  })
}

/** Skips the rest of a refused file; rethrows other errors. */
function skipPart(part: MultipartFile, error: unknown): AppError {
  if (!(error instanceof AppError)) throw error
  part.file.resume()
  return error
}

const IMPORT_EXTENSIONS = new Set(Object.values(IMPORT_FILES).flatMap(({ extensions }) => extensions))
const MB = 1024 * 1024

/** upload-protocol.md P1–P3: the query and the form have the same parameters. */
export const parseParameters = (fields: unknown): UploadParameters => parseInput(uploadQuery, fields)

export const getLimitBytes = (kind: UploadKind): number => UPLOAD_RULES[kind].limitMb * MB

/** Whether the request contains one of several chunks; a single chunk is handled as a whole file. */
export const isChunked = ({ totalChunks }: UploadParameters): boolean => totalChunks > 1

/** Checks the name and announced size before the bytes are received (A·§5, A·§9). */
export function requireAllowedFile(kind: UploadKind, name: string, params: UploadParameters): void {
  const extension = extensionOf(name)
  const isSource = params.dir === IMPORT_DIR && IMPORT_EXTENSIONS.has(extension)
  if (params.dir !== SYNC_DIR && !isSource && !UPLOAD_RULES[kind].extensions.includes(extension))
    throw createFormatError(kind)
  if (params.totalSize > getLimitBytes(kind)) throw createTooLargeError(kind)
}

/** Bytes from `start` up to, not including, `end`. */
export interface Span {
  start: number
  end: number
}

/**
 * The span of a chunk. The last chunk covers the rest, so it may be longer than the others (upload-protocol.md P4).
 * @throws AppError `invalid` when the parameters contradict each other
 */
export function computeSpan({
  chunkNumber,
  chunkSize,
  currentChunkSize,
  totalSize,
  totalChunks,
}: UploadParameters): Span {
  if (totalChunks > MAX_CHUNKS) {
    throw new AppError('invalid', `分片不能超过 ${MAX_CHUNKS} 个，请加大 chunkSize 后重新上传`)
  }
  const floor = Math.max(Math.floor(totalSize / chunkSize), 1)
  if (chunkSize < 1 || (totalChunks !== floor && totalChunks !== Math.ceil(totalSize / chunkSize))) {
    throw new AppError('invalid', '分片参数有误：totalChunks 与 totalSize、chunkSize 不一致，请重新上传')
  }
  if (chunkNumber < 1 || chunkNumber > totalChunks) {
    throw new AppError('invalid', `分片参数有误：chunkNumber 应在 1 到 ${totalChunks} 之间，请重新上传`)
  }
  const start = (chunkNumber - 1) * chunkSize
  const end = chunkNumber === totalChunks ? totalSize : start + chunkSize
  if (currentChunkSize !== undefined && currentChunkSize !== end - start) throw createLengthError()
  return { start, end }
}

/** The span of a chunk of an allowed file. @throws AppError as in spanOf and requireAllowedFile */
export function requireChunk(kind: UploadKind, name: string, params: UploadParameters): Span {
  const span = computeSpan(params)
  requireAllowedFile(kind, name, params)
  return span
}

export const createLengthError = (): AppError =>
  new AppError('invalid', '分片的长度与参数不一致，可能在途中被截断，请重试')

export const createFormatError = (kind: UploadKind, why = ''): AppError =>
  new AppError('unsupported', `${why}请上传 ${UPLOAD_RULES[kind].extensions.join(',')} 的格式!`)

export const createTooLargeError = (kind: UploadKind): AppError =>
  new AppError('too-large', `文件大小不能大于${UPLOAD_RULES[kind].limitMb}M!`)
