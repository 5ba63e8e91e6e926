import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { type GrowingHash, growingHash } from '#server/storage/growingHash.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import type { Span } from './plan.ts'

/** Uploads that are followed at a time, some hundred bytes each. */
const MOST = 500

const hashesOf = perServer(() => new Map<number, GrowingHash>())

function forget(deps: ServerDeps, sessionId: number): void {
  hashesOf(deps).get(sessionId)?.drop()
  hashesOf(deps).delete(sessionId)
}

/**
 * The bytes from `start` on are about to be written. What is written over is forgotten: the hash decides under which name
 * the bytes are kept, and so who else gets them.
 */
export function beforeWriting(deps: ServerDeps, sessionId: number, start: number): void {
  if (start < (hashesOf(deps).get(sessionId)?.upTo ?? 0)) forget(deps, sessionId)
}

/** Lets a thread hash the written bytes that follow on what is hashed, while the next ones come. @param written in order and apart */
export function hashAhead(
  deps: ServerDeps,
  { id, file }: { id: number; file: string },
  written: readonly Span[],
): void {
  const [first] = written
  if (first?.start !== 0) return
  const hashes = hashesOf(deps)
  const hash = hashes.get(id) ?? growingHash(file)
  hashes.set(id, hash)
  hash.advance(first.end)
  const [oldest] = hashes.keys()
  if (hashes.size > MOST && oldest !== undefined) forget(deps, oldest)
}

/** SHA-512 of the whole file, hex: only what is not hashed yet is read. */
export async function hashWhole(
  deps: ServerDeps,
  session: { id: number; file: string },
  size: number,
): Promise<string> {
  hashAhead(deps, session, [{ start: 0, end: size }])
  const hash = hashesOf(deps).get(session.id)
  hashesOf(deps).delete(session.id)
  return (await hash?.digest()) ?? hashFile(session.file, 'sha512')
}
