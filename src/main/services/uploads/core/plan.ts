/** The bytes of a file from `start` up to `end` (exclusive). */
export interface PlannedChunk {
  /** From 1. */
  number: number
  start: number
  end: number
}

export interface ChunkPlan {
  /**
   * The size announced for all chunks; the last chunk has between one and two times this size (upload-protocol.md P4).
   */
  chunkSize: number
  chunks: PlannedChunk[]
}

const MB = 1024 * 1024
const MIN_CHUNK_BYTES = 16 * MB
const MAX_CHUNK_BYTES = 64 * MB

/**
 * The chunk size in bytes for a file size. The server flushes each chunk to disk: 500 MB took half as long in chunks of
 * 64 MB as in chunks of 16 MB. Small files get small chunks, so that less must be sent again.
 */
const chooseChunkBytes = (size: number): number =>
  Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, Math.floor(size / 16 / MB) * MB))

/** Splits a file into chunks. A foreign server gets a single chunk (P5), and so does an empty file (P13). */
export function planChunks(size: number, isOwn: boolean, chunkBytes = chooseChunkBytes(size)): ChunkPlan {
  const count = isOwn ? Math.max(Math.floor(size / chunkBytes), 1) : 1
  const chunkSize = count > 1 ? chunkBytes : Math.max(size, 1)
  const chunks = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    start: index * chunkSize,
    end: index + 1 === count ? size : (index + 1) * chunkSize,
  }))
  return { chunkSize, chunks }
}
