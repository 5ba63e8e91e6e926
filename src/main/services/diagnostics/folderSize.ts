import { opendir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '#shared/contract/diagnostics.ts'

/** So long one count holds, ms: a data folder may have a hundred thousand files. */
const HOLDS_MS = 60_000

/** The data folder's size by its parts; counted again when the last count is a minute old and somebody asks. */
export function createFolderSize(dataDir: string, now: () => number): () => Promise<Running['folder']> {
  let last: Promise<Running['folder']> | null = null
  let countedAt = 0
  return () => {
    if (last && Math.abs(now() - countedAt) < HOLDS_MS) return last
    countedAt = now()
    last = count(dataDir, countedAt)
    return last
  }
}

async function count(dataDir: string, countedAt: number): Promise<Running['folder']> {
  const sizes = new Map<string, number>()
  for await (const entry of await opendir(dataDir)) {
    const name = entry.isDirectory() ? entry.name : ''
    const bytes = entry.isDirectory()
      ? await sizeOf(join(dataDir, entry.name))
      : await fileSize(join(dataDir, entry.name))
    sizes.set(name, (sizes.get(name) ?? 0) + bytes)
  }
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
  const parts = [...sizes].map(([name, bytes]) => ({ name, bytes })).toSorted((a, b) => b.bytes - a.bytes)
  return { path: dataDir, parts, free, countedAt }
}

/** Links are not followed; what goes away meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  try {
    for await (const entry of await opendir(folder))
      if (entry.isDirectory()) bytes += await sizeOf(join(folder, entry.name))
      else if (entry.isFile()) bytes += await fileSize(join(folder, entry.name))
  } catch {
    return bytes
  }
  return bytes
}

const fileSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
