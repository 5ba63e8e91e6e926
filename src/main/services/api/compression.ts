import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib'

const ENCODING = 'zstd'
/** Bytes. Smaller bodies are sent uncompressed. */
const MIN_BYTES = 4096
/** The fastest level: a higher one would cost more time than it saves on most connections. */
const FASTEST_LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Whether the server is on this machine, where compression costs more than it saves. */
const isLocalServer = ({ hostname }: URL): boolean => /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname)

/** The header that requests a compressed response; empty for a server on this machine. */
export const acceptEncodingFor = (url: URL): Record<string, string> =>
  isLocalServer(url) ? {} : { 'accept-encoding': ENCODING }

/** The bytes to send to this address (compressed unless it is this machine), with their headers. */
export async function compressFor(
  url: URL,
  bytes: Uint8Array,
): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isLocalServer(url) || bytes.length < MIN_BYTES) return { bytes: plain, headers: {} }
  const smaller = await promisify(zstdCompress)(plain, FASTEST_LEVEL)
  return smaller.length < plain.length
    ? { bytes: smaller, headers: { 'content-encoding': ENCODING } }
    : { bytes: plain, headers: {} }
}

/** The decompressed body of a response. */
export function decompress(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== ENCODING) return response
  const plain = createZstdDecompress()
  // A failure reaches the reader as an error of `plain`.
  pipeline(response, plain, () => undefined)
  return plain
}
