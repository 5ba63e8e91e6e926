import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileEntry } from '../core/tree.ts'
import { isMissing } from '../local/hash.ts'

/** ms. How long bytes are kept until the plan for which they were read is confirmed. */
const RETENTION_MS = 30 * 60_000
/** Bytes. Limit of the disk space that they use. */
const MAX_BYTES = 512 * 1024 * 1024

/** A file as listed, with the content that belongs to this listing. */
interface CachedFile {
  time: string
  size: number
  entry: FileEntry
  /** Listed times have whole seconds: true if the content was read after that second had passed. */
  isCertain: boolean
}

/**
 * Cache for one template on a server without hashes. The first plan, its confirmation and the workspace share it, so
 * that no file is downloaded twice.
 */
export interface ListingCache {
  files: Map<string, CachedFile>
  /** Path → the listed time and when it was first listed, ms of `performance.now()`. */
  times: Map<string, { time: string; size: number; since: number }>
  contents: CachedContents
}

/** Bytes that were downloaded for hashing and are soon needed again. */
interface CachedContents {
  /** Path for a download. */
  tempPath(): Promise<string>
  /** Moves the file into the cache. */
  add(file: string, entry: FileEntry): Promise<void>
  /** Copies the content to the path; false when it is not cached. */
  copyTo(sha256: string, to: string): Promise<boolean>
}

/** One Seen per connection and template; `folder` is emptied when the program starts. */
export interface ListingCaches {
  of(connectionId: string, folder: string): ListingCache
  forget(connectionId: string, folder: string): void
  clear(): Promise<void>
}

export function createListingCaches(folder: string, now: () => number = () => performance.now()): ListingCaches {
  const all = new Map<string, ListingCache>()
  const contents = createContents(folder, now)
  const keyOf = (connectionId: string, template: string): string => `${connectionId} ${template}`
  return {
    of(connectionId, template) {
      const key = keyOf(connectionId, template)
      const seen = all.get(key) ?? { files: new Map(), times: new Map(), contents }
      all.set(key, seen)
      return seen
    },
    forget: (connectionId, template) => void all.delete(keyOf(connectionId, template)),
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

function createContents(folder: string, now: () => number): CachedContents {
  const kept = new Map<string, { size: number; at: number }>()
  const pathOf = (sha256: string): string => join(folder, sha256)
  const drop = async (sha256: string): Promise<void> => {
    kept.delete(sha256)
    await rm(pathOf(sha256), { force: true })
  }
  return {
    async tempPath() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, `${randomUUID()}.part`)
    },
    async add(file, { sha256, size }) {
      for (const [old, { at }] of kept) if (now() - at > RETENTION_MS) await drop(old)
      const held = [...kept.values()].reduce((sum, each) => sum + each.size, 0)
      if (held + size > MAX_BYTES) return rm(file, { force: true })
      await rename(file, pathOf(sha256))
      kept.set(sha256, { size, at: now() })
    },
    async copyTo(sha256, to) {
      if (!kept.has(sha256)) return false
      try {
        await copyFile(pathOf(sha256), to)
        return true
      } catch (error) {
        if (!isMissing(error)) throw error
        kept.delete(sha256)
        return false
      }
    },
  }
}
