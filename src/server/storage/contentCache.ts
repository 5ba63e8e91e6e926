import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from './fsErrors.ts'
import { hashFile } from './hashFile.ts'
import { namesIn, removeLeftovers } from './leftovers.ts'

/** A file that was requested within this time may be in use. */
const IN_USE_MS = 600_000
/** A file's time of last use is renewed at most this often. */
const TOUCH_INTERVAL_MS = 60_000
/** Default size of the cache, bytes. */
export const DEFAULT_CACHE_BYTES = 2 * 1024 ** 3

/**
 * A local cache of the store's files by SHA-256; losing it costs only time. Callers read a returned path immediately
 * and never write to it.
 */
export interface ContentCache {
  /**
   * Absolute path of a file; `fetch` supplies the bytes on a cache miss. @throws AppError `unavailable` when they don't
   * match the hash
   */
  file(sha256: string, fetch: () => Promise<Readable>): Promise<string>
  /** Adds a finished file with this hash: moves it into the cache, or removes it when the cache has it already. */
  add(sha256: string, file: string): Promise<void>
  tempFile(): Promise<string>
  /** Creates a temporary folder, which the caller removes. */
  tempFolder(): Promise<string>
  /** Removes the least recently used files until the cache fits its size. */
  prune(now: Date): Promise<void>
}

/** When this machine was started, epoch ms. */
const bootTime = (): number => Date.now() - uptime() * 1000

/**
 * Opens the cache. Its files are not flushed, so a power cut may truncate them: a file that was last used before the
 * machine started is hashed before it is used again.
 * @param most size of the cache, bytes
 * @param bootedAt when the machine was started, epoch ms
 */
export function openCache(dir: string, most = DEFAULT_CACHE_BYTES, bootedAt = bootTime()): ContentCache {
  const tmp = join(dir, 'tmp')
  const fileOf = (sha256: string): string => join(dir, 'files', sha256.slice(0, 2), sha256)
  const coming = new Map<string, Promise<void>>()
  const temp = async (): Promise<string> => {
    await mkdir(tmp, { recursive: true })
    return join(tmp, randomUUID())
  }
  const isHere = async (sha256: string): Promise<boolean> => {
    const file = fileOf(sha256)
    const found = await stat(file).catch(() => null)
    if (!found) return false
    const now = new Date()
    if (found.mtimeMs < bootedAt && (await hashFile(file, 'sha256').catch(() => '')) !== sha256) return false
    if (now.getTime() - found.mtimeMs > TOUCH_INTERVAL_MS) await utimes(file, now, now).catch(() => undefined)
    return true
  }
  const place = async (sha256: string, file: string): Promise<void> => {
    const target = fileOf(sha256)
    await mkdir(dirname(target), { recursive: true })
    await rename(file, target)
  }
  const get = async (sha256: string, fetch: () => Promise<Readable>): Promise<void> => {
    const file = await temp()
    const hash = createHash('sha256')
    try {
      const stream = await fetch()
      stream.on('data', (piece: Buffer) => hash.update(piece))
      await pipeline(stream, createWriteStream(file, { flags: 'wx' }))
      if (hash.digest('hex') !== sha256)
        throw new AppError('unavailable', '文件存储中的内容与记录不一致，请联系管理员检查文件存储')
      await place(sha256, file)
    } finally {
      await rm(file, { force: true })
    }
  }
  return {
    tempFile: temp,
    tempFolder: async () => {
      const folder = await temp()
      await mkdir(folder)
      return folder
    },
    add: async (sha256, file) => {
      if (await isHere(sha256)) await rm(file, { force: true })
      else await place(sha256, file)
    },
    file: async (sha256, fetch) => {
      const file = fileOf(sha256)
      if (await isHere(sha256)) return file
      const work = coming.get(sha256) ?? get(sha256, fetch).finally(() => coming.delete(sha256))
      coming.set(sha256, work)
      await work
      return file
    },
    prune: async (now) => {
      await removeLeftovers(tmp, now)
      const files = await filesIn(join(dir, 'files'))
      let total = files.reduce((sum, { size }) => sum + size, 0)
      for (const { file, size, time } of files.toSorted((a, b) => a.time - b.time)) {
        if (total <= most || Date.now() - time < IN_USE_MS) break
        await rm(file, { force: true })
        total -= size
      }
    },
  }
}

async function filesIn(dir: string): Promise<{ file: string; size: number; time: number }[]> {
  const found = []
  for (const part of await namesIn(dir)) {
    for (const name of await namesIn(join(dir, part))) {
      const file = join(dir, part, name)
      const there = await stat(file).catch(() => null)
      if (there) found.push({ file, size: there.size, time: there.mtimeMs })
    }
  }
  return found
}

/** Hard-links a file; calls `otherwise` where the disk does not support links. */
export async function linkOr(from: string, to: string, otherwise: () => Promise<void>): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (fsCode(error) === 'ENOENT' || fsCode(error) === 'ENOSPC') throw error
    await otherwise()
  }
}
