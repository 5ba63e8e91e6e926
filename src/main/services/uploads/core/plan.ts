/** Bytes `start` up to, not including, `end` of a file. */
export interface PlannedChunk {
  /** From 1. */
  number: number
  start: number
  end: number
}

export interface ChunkPlan {
  /** What all chunks are told to have; the last is between once and twice as large (upload-protocol.md P4). */
  chunkSize: number
  chunks: PlannedChunk[]
}

const MB = 1024 * 1024
const LEAST = 16 * MB
const MOST = 64 * MB

/**
 * The server brings each chunk safely to its disk, which takes its time: 500 MB went about twice as fast in chunks of 64 MB
 * as of 16 MB. A smaller file gets smaller ones, so that less of it is ever sent twice.
 */
export const chunkBytesFor = (size: number): number => Math.min(MOST, Math.max(LEAST, Math.floor(size / 16 / MB) * MB))

/**
 * Cuts a file of `size` bytes. A foreign server gets one chunk (P5), whatever the size, and so does a file without bytes
 * (P13).
 */
export function planChunks(size: number, own: boolean, chunkBytes = chunkBytesFor(size)): ChunkPlan {
  const count = own ? Math.max(Math.floor(size / chunkBytes), 1) : 1
  const chunkSize = count > 1 ? chunkBytes : Math.max(size, 1)
  const chunks = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    start: index * chunkSize,
    end: index + 1 === count ? size : (index + 1) * chunkSize,
  }))
  return { chunkSize, chunks }
}
