import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Makes a rename in the folder durable. Does nothing on Windows, which can't open folders and journals renames itself.
 */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Renames within a volume; durable at the new path before the old one is gone, also in a power cut. After an error it is where
 * it was; what has replaced something stays, as that can't be had back.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  const replaces = (await lstat(to).catch(() => null)) !== null
  await rename(from, to)
  try {
    await syncFolder(dirname(to))
    if (dirname(from) !== dirname(to)) await syncFolder(dirname(from))
  } catch (error) {
    if (!replaces) await rename(to, from)
    throw error
  }
}

/** Makes the bytes of a file safe from a power cut. */
export async function syncFile(file: string): Promise<void> {
  // Windows flushes what is opened for writing; elsewhere a file that nobody may write is flushed too.
  const handle = await open(file, process.platform === 'win32' ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files that are flushed at once. */
const FLUSHED = 16

/** Makes the bytes of these files safe from a power cut. */
export async function syncFiles(files: readonly string[]): Promise<void> {
  const left = files.values()
  const worker = async (): Promise<void> => {
    for (const file of left) await syncFile(file)
  }
  await Promise.all(Array.from({ length: FLUSHED }, worker))
}

const below = (dir: string): Promise<Dirent[]> => readdir(dir, { recursive: true, withFileTypes: true })
const filesOf = (items: readonly Dirent[]): string[] =>
  items.filter((item) => item.isFile()).map(({ parentPath, name }) => join(parentPath, name))

/** From so many files on the whole file system is flushed in one go, where that can be asked for. */
export const MANY_FILES = 64

/** The same of all files below a folder; their names are not safe yet. */
export async function syncFilesBelow(dir: string): Promise<void> {
  const files = filesOf(await below(dir))
  if (files.length < MANY_FILES || !(await syncDisk(dir))) await syncFiles(files)
}

/** Flushes the file system of a folder. false: it can't be asked for here. */
const syncDisk = async (dir: string): Promise<boolean> =>
  process.platform === 'linux' &&
  promisify(execFile)('sync', ['-f', dir]).then(
    () => true,
    () => false,
  )

/** Makes all files below a folder, and their names, safe from a power cut. */
export async function syncTree(dir: string): Promise<void> {
  const items = await below(dir)
  await syncFiles(filesOf(items))
  for (const item of items) if (item.isDirectory()) await syncFolder(join(item.parentPath, item.name))
  await syncFolder(dir)
}

/** Replaces or makes `target` in one atomic step through a temporary file in `tmpDir`, on the same volume (S26). */
export async function writeAtomically(tmpDir: string, target: string, bytes: Uint8Array): Promise<void> {
  await mkdir(tmpDir, { recursive: true })
  const temp = join(tmpDir, randomUUID())
  try {
    const handle = await open(temp, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temp, target)
  } catch (error) {
    await rm(temp, { force: true })
    throw error
  }
  await syncFolder(dirname(target))
}
