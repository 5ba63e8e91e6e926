import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Makes a rename in the folder durable. Does nothing on Windows, which can't open folders and whose file system
 * journals renames.
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
 * Renames within a volume, durably: after a power cut the file exists at the old or the new path. An error undoes the
 * rename, unless it replaced a file, which can't be recovered.
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

/** Flushes the bytes of a file to disk. */
export async function syncFile(file: string): Promise<void> {
  // Windows flushes only files that are open for writing; other systems also flush read-only files.
  const handle = await open(file, process.platform === 'win32' ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Number of files that are flushed in parallel. */
const PARALLEL_FLUSHES = 16

/** Flushes the bytes of these files to disk. */
export async function syncFiles(files: readonly string[]): Promise<void> {
  const left = files.values()
  const worker = async (): Promise<void> => {
    for (const file of left) await syncFile(file)
  }
  await Promise.all(Array.from({ length: PARALLEL_FLUSHES }, worker))
}

const listRecursively = (dir: string): Promise<Dirent[]> => readdir(dir, { recursive: true, withFileTypes: true })
const filesOf = (items: readonly Dirent[]): string[] =>
  items.filter((item) => item.isFile()).map(({ parentPath, name }) => join(parentPath, name))

/** From this number of files on the whole file system is flushed at once, where possible. */
export const MANY_FILES = 64

/** Flushes the bytes of all files below a folder, but not their names. */
export async function syncFilesBelow(dir: string): Promise<void> {
  const files = filesOf(await listRecursively(dir))
  if (files.length < MANY_FILES || !(await syncDisk(dir))) await syncFiles(files)
}

/** Flushes the file system of a folder. false: not supported. */
const syncDisk = async (dir: string): Promise<boolean> =>
  process.platform === 'linux' &&
  promisify(execFile)('sync', ['-f', dir]).then(
    () => true,
    () => false,
  )

/** Flushes all files below a folder and their names. */
export async function syncTree(dir: string): Promise<void> {
  const items = await listRecursively(dir)
  await syncFiles(filesOf(items))
  for (const item of items) if (item.isDirectory()) await syncFolder(join(item.parentPath, item.name))
  await syncFolder(dir)
}

/** Replaces or creates `target` atomically through a temporary file in `tmpDir`, on the same volume (S26). */
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
