import type { Readable } from 'node:stream'

/**
 * Reads a stream completely; null if it has more than `limit` bytes, and then destroys it. Throws the stream's error.
 */
export async function readUpTo(stream: Readable, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
