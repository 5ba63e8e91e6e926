import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ServerDeps } from '#server/deps.ts'

const PIECE = 1024 * 1024
/** Uploads whose hash is kept in memory, some hundred bytes each. */
const MOST = 500

interface Hashed {
  hash: Hash
  /** Bytes from the beginning that are in it. */
  upTo: number
}

const known = new WeakMap<ServerDeps, Map<number, Hashed>>()

function hashesOf(deps: ServerDeps): Map<number, Hashed> {
  const hashes = known.get(deps) ?? new Map<number, Hashed>()
  known.set(deps, hashes)
  return hashes
}

/**
 * Follows the bytes of a chunk that continues what was hashed so far; `done` keeps the result. Others are not followed.
 * What is written over is forgotten: the hash decides under which name the bytes are kept, and so who else gets them.
 */
export function followChunk(deps: ServerDeps, sessionId: number, start: number) {
  const kept = hashesOf(deps).get(sessionId)
  if (kept && start < kept.upTo) hashesOf(deps).delete(sessionId)
  const before = hashesOf(deps).get(sessionId)
  const { hash: sofar, upTo: continued } = before ?? { hash: createHash('sha512'), upTo: 0 }
  const hash = continued === start ? sofar.copy() : null
  return {
    update: (piece: Buffer): void => void hash?.update(piece),
    done(upTo: number): void {
      const hashes = hashesOf(deps)
      if (!hash || hashes.get(sessionId) !== before) return
      hashes.delete(sessionId)
      hashes.set(sessionId, { hash, upTo })
      const [oldest] = hashes.keys()
      if (hashes.size > MOST && oldest !== undefined) hashes.delete(oldest)
    },
  }
}

/** SHA-512 of the whole file, hex: what came in order is hashed already, only the rest is read again. */
export async function hashWhole(deps: ServerDeps, sessionId: number, file: string): Promise<string> {
  const { hash, upTo } = hashesOf(deps).get(sessionId) ?? { hash: createHash('sha512'), upTo: 0 }
  hashesOf(deps).delete(sessionId)
  for await (const piece of createReadStream(file, { start: upTo, highWaterMark: PIECE }) as AsyncIterable<Buffer>)
    hash.update(piece)
  return hash.digest('hex')
}
