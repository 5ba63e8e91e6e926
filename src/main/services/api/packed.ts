import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib'

const ENCODING = 'zstd'
/** Smaller bodies are sent as they are. */
const WORTH = 4096
/** The fastest level: more would cost more than it saves on most ways. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** On this machine packing costs more than it saves. */
const isNear = ({ hostname }: URL): boolean => /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname)

/** The header that asks for a compressed answer; empty for a near server, where that does not pay. */
export const packed = (url: URL): Record<string, string> => (isNear(url) ? {} : { 'accept-encoding': ENCODING })

/** The bytes as they are sent to this address (compressed, unless it is near), with their headers. */
export async function pack(url: URL, bytes: Uint8Array): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isNear(url) || bytes.length < WORTH) return { bytes: plain, headers: {} }
  const smaller = await promisify(zstdCompress)(plain, FAST)
  return smaller.length < plain.length
    ? { bytes: smaller, headers: { 'content-encoding': ENCODING } }
    : { bytes: plain, headers: {} }
}

/** The decompressed body of a response. */
export function unpacked(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== ENCODING) return response
  const plain = createZstdDecompress()
  // A failure reaches the reader as an error of `plain`.
  pipeline(response, plain, () => undefined)
  return plain
}
