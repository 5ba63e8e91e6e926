import { createReadStream } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { readAt, readDirectory } from './directory.ts'
import { ZIP_LIMITS, type ZipLimits } from './limits.ts'
import { planZip, type ZipItem } from './plan.ts'

const LOCAL = { size: 30, signature: 0x04034b50, nameLength: 26, extraLength: 28 }

/**
 * Unpacks a zip file into an empty folder. Everything is checked before the first byte is written, files are streamed
 * a few at a time, and none may grow beyond the size its header gives. AppErrors as in planZip; the caller discards
 * the folder when this throws.
 */
export async function extractZip(
  file: string,
  into: string,
  { limits = ZIP_LIMITS, encoding }: { limits?: ZipLimits; encoding?: ZipEncoding | undefined } = {},
): Promise<void> {
  const items = planZip(await readDirectory(file, limits.entries), limits, encoding)
  const handle = await open(file, 'r')
  const waiting = oneByOne(items)
  const unpack = async (): Promise<void> => {
    for (const item of waiting) {
      const target = join(into, ...item.path)
      await mkdir(item.folder ? target : dirname(target), { recursive: true })
      if (!item.folder) await extractFile(handle, file, item, target)
    }
  }
  try {
    // All have ended before the folder is handed back or discarded.
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, unpack))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } finally {
    await handle.close()
  }
}

/** Each file waits for the disk once; together they wait less. */
const PARALLEL = 16

/** Shared by the workers: the loop that throws closes it, and the others stop after their file. */
function* oneByOne<T>(items: readonly T[]): Generator<T> {
  yield* items
}

async function extractFile(handle: FileHandle, file: string, item: ZipItem, target: string): Promise<void> {
  const header = await readAt(handle, item.offset, LOCAL.size)
  if (header.readUInt32LE(0) !== LOCAL.signature) throw damaged(item)
  const start =
    item.offset + LOCAL.size + header.readUInt16LE(LOCAL.nameLength) + header.readUInt16LE(LOCAL.extraLength)
  const packed =
    item.packedSize === 0
      ? Readable.from([])
      : createReadStream(file, { start, end: start + item.packedSize - 1, highWaterMark: 1 << 18 })
  const output = await open(target, 'wx')
  try {
    let written = 0
    let crc = 0
    const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of chunks) {
        written += chunk.length
        if (written > item.size) throw damaged(item)
        crc = crc32(chunk, crc)
        await output.writeFile(chunk)
      }
    }
    if (item.method === 8 && item.packedSize > 0) await pipeline(packed, createInflateRaw(), write)
    else await pipeline(packed, write)
    if (written !== item.size || crc !== item.crc) throw damaged(item)
    await output.sync()
  } catch (error) {
    const zlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw zlib ? damaged(item) : error
  } finally {
    await output.close()
  }
}

const damaged = (item: ZipItem): AppError =>
  new AppError('invalid', `压缩包里的“${item.path.join('/')}”已损坏，请重新压缩后上传`)
