import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { iterateChunks } from '#server/storage/spool.ts'

/** The only supported encoding: several times faster than the others. */
const ENCODING = 'zstd'
/** Smaller responses are sent uncompressed, bytes. */
const MIN_COMPRESSED_BYTES = 1024
/** The fastest level: on most networks higher levels cost more time than they save. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export const compress = (bytes: Uint8Array): Promise<Buffer> => promisify(zstdCompress)(bytes, FAST)
const decompress = promisify(zstdDecompress)

const accepts = ({ headers }: FastifyRequest): boolean =>
  /(^|[\s,])zstd\s*(,|$|;\s*q=(1|0\.\d*[1-9]))/.test(headers['accept-encoding'] ?? '')

/** Sends a body, compressed if the client accepts that; `packed`: the bytes are already compressed. */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, type, packed = false }: { bytes: Uint8Array; type: string; packed?: boolean },
): Promise<FastifyReply> {
  reply.type(type)
  if (!accepts(request)) return reply.send(packed ? await decompress(bytes) : bytes)
  if (!packed && bytes.length < MIN_COMPRESSED_BYTES) return reply.send(bytes)
  return reply.header('content-encoding', ENCODING).send(packed ? bytes : await compress(bytes))
}

/**
 * Reads and decompresses a request body that no parser has read.
 * @throws AppError `too-large` as soon as the body exceeds `maxBytes`, compressed or not; `unsupported` for another
 * encoding; `invalid` when it is damaged; `cancelled` when the connection is lost
 */
export async function readRawBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== ENCODING && encoding !== 'identity')
    throw new AppError('unsupported', `不支持压缩方式“${encoding}”，请用 ${ENCODING} 或不压缩`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  try {
    const body = await collectUpTo(iterateChunks(request.raw), maxBytes)
    return encoding === ENCODING ? await decompressUpTo(body, maxBytes) : body
  } catch (error) {
    // The rest of the body is drained; otherwise the client would not read the response.
    request.raw.resume()
    if (error instanceof AppError) throw error
    throw new AppError('cancelled', '传输中断，内容未保存，请重试', { cause: error })
  }
}

async function decompressUpTo(body: Buffer, maxBytes: number): Promise<Buffer> {
  const stream = createZstdDecompress()
  stream.end(body)
  try {
    return await collectUpTo(stream, maxBytes)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', '压缩的内容已损坏，请重试', { cause: error })
  }
}

async function collectUpTo(pieces: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const all: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    all.push(piece)
  }
  return Buffer.concat(all, size)
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('too-large', `一次提交的内容超过 ${formatBytes(maxBytes)}，请分批提交`)
