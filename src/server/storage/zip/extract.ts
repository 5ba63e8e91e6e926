import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { ZIP_LIMITS, type ZipLimits } from './limits.ts'
import { planZip, type ZipItem } from './plan.ts'
import { openZip } from './reader.ts'
import { unpackRefusal } from './refusal.ts'

interface ExtractOptions {
  limits?: ZipLimits
  /** Encoding of the names, chosen by a person. */
  encoding?: ZipEncoding | undefined
  /** Maximum size of an archive that is read as a whole, bytes; tests reduce it. */
  maxInMemoryBytes?: number
}

/**
 * Unpacks a zip file into an empty folder. Every entry is checked before the first byte is written; files are streamed,
 * a few in parallel, and none may exceed the size in its header. On an error the caller discards the folder.
 * @throws the AppErrors of openZip and planZip
 */
export async function extractZip(
  file: string,
  into: string,
  { limits = ZIP_LIMITS, encoding, maxInMemoryBytes }: ExtractOptions = {},
): Promise<void> {
  const archive = await openZip(file, { limits, encoding, maxInMemoryBytes, refusal: unpackRefusal })
  try {
    const waiting = iterate(planZip(archive.entries))
    const unpack = async (): Promise<void> => {
      for (const item of waiting) {
        const target = join(into, ...item.path)
        await mkdir(item.folder ? target : dirname(target), { recursive: true })
        if (!item.folder) await extractFile(item, target)
      }
    }
    // allSettled, because no worker may still write when the caller uses or removes the folder.
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, unpack))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } finally {
    archive.close()
  }
}

/** Files are written in parallel, because each waits for the disk. */
const PARALLEL = 16

/** An iterator that the workers share: a loop that throws closes it, and the others stop after their file. */
function* iterate<T>(items: readonly T[]): Generator<T> {
  yield* items
}

async function extractFile({ entry }: ZipItem, target: string): Promise<void> {
  const output = await open(target, 'wx')
  try {
    for await (const chunk of entry.read()) await output.writeFile(chunk)
  } finally {
    await output.close()
  }
}
