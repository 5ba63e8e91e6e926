import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { ZIP_LIMITS, type ZipLimits } from './limits.ts'
import { openZip } from './open.ts'
import { planZip, type ZipItem } from './plan.ts'

interface ExtractOptions {
  limits?: ZipLimits
  /** Of the names, chosen by a person. */
  encoding?: ZipEncoding | undefined
  /** Bytes up to which the archive is read as a whole; tests make it small. */
  inMemory?: number
}

/**
 * Unpacks a zip file into an empty folder. Every entry is checked before the first byte is written; files are streamed,
 * a few in parallel, and none may exceed the size in its header. On an error the caller discards the folder.
 * @throws the AppErrors of planZip
 */
export async function extractZip(
  file: string,
  into: string,
  { limits = ZIP_LIMITS, encoding, inMemory }: ExtractOptions = {},
): Promise<void> {
  const archive = await openZip(file, { maxEntries: limits.entries, ...(inMemory === undefined ? {} : { inMemory }) })
  try {
    const waiting = oneByOne(planZip(archive.entries, limits, encoding))
    const unpack = async (): Promise<void> => {
      for (const item of waiting) {
        const target = join(into, ...item.path)
        await mkdir(item.folder ? target : dirname(target), { recursive: true })
        if (!item.folder) await extractFile(item, target)
      }
    }
    // allSettled: nothing may be writing any more when the caller uses or removes the folder.
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, unpack))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } finally {
    archive.close()
  }
}

/** Each file waits for the disk; together they wait less. */
const PARALLEL = 16

/** Shared by the workers: the loop that throws closes it, and the others stop after their file. */
function* oneByOne<T>(items: readonly T[]): Generator<T> {
  yield* items
}

async function extractFile({ path, entry }: ZipItem, target: string): Promise<void> {
  const packed = await entry.open().catch(() => {
    throw damaged(path)
  })
  const output = await open(target, 'wx')
  try {
    let written = 0
    let crc = 0
    const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of chunks) {
        written += chunk.length
        if (written > entry.size) throw damaged(path)
        crc = crc32(chunk, crc)
        await output.writeFile(chunk)
      }
    }
    if (entry.method === 8 && entry.packedSize > 0) await pipeline(packed, createInflateRaw(), write)
    else await pipeline(packed, write)
    if (written !== entry.size || crc !== entry.crc) throw damaged(path)
  } catch (error) {
    const zlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw zlib ? damaged(path) : error
  } finally {
    await output.close()
  }
}

const damaged = (path: readonly string[]): AppError =>
  new AppError('invalid', `压缩包里的“${path.join('/')}”已损坏，请重新压缩后上传`)
