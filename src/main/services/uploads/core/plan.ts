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

/** Large enough that a round trip does not count, small enough that little is sent twice. Measured in bench/uploads. */
export const CHUNK_BYTES = 16 * 1024 * 1024

/**
 * Cuts a file of `size` bytes. A foreign server gets one chunk (P5), whatever the size, and so does a file without bytes
 * (P13).
 */
export function planChunks(size: number, own: boolean, chunkBytes = CHUNK_BYTES): ChunkPlan {
  const count = own ? Math.max(Math.floor(size / chunkBytes), 1) : 1
  const chunkSize = count > 1 ? chunkBytes : Math.max(size, 1)
  const chunks = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    start: index * chunkSize,
    end: index + 1 === count ? size : (index + 1) * chunkSize,
  }))
  return { chunkSize, chunks }
}
