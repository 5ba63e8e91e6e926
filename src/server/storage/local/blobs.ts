import { constants, type Dirent } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore, StoredObject } from '../blobStore.ts'
import { fsCode, withFileErrors } from '../fsErrors.ts'
import { openSpool } from '../spool.ts'
import { linkOr } from '../contentCache.ts'
import { openJournal } from './journal.ts'
import { moveDurably, syncFile, syncFolder } from './durable.ts'

/** Blobs in a local folder. */
export function openLocalBlobStore(folder: string): BlobStore {
  const spool = openSpool(folder)
  const fileOf = (key: string): string => join(folder, ...key.split('/'))
  const withName = <T>(work: () => Promise<T>): Promise<T> => withFileErrors('上传的文件', work)
  return {
    ...spool,
    store: ({ file }, key) =>
      withName(async () => {
        const target = fileOf(key)
        await createFolderIfMissing(dirname(target), () => linkOrMove(file, target, spool.tempFile))
        await syncFolder(dirname(target))
      }),
    has: (key) =>
      stat(fileOf(key)).then(
        () => true,
        (error: unknown) => {
          if (fsCode(error) === 'ENOENT') return false
          throw error
        },
      ),
    stream: (key, range) => withName(async () => (await open(fileOf(key), 'r')).createReadStream(range)),
    extract: (key, { keep }) =>
      withName(async () => {
        const file = await spool.tempFile()
        if (keep) {
          await copyFile(fileOf(key), file, constants.COPYFILE_FICLONE)
          // Flushed, because the caller may store the file under another name.
          await syncFile(file)
          return { file, isMoved: false, undo: () => rm(file, { force: true }) }
        }
        await moveDurably(fileOf(key), file)
        return { file, isMoved: true, undo: () => moveDurably(file, fileOf(key)) }
      }),
    remove: (key) => rm(fileOf(key), { force: true }),
    copy: (from, to) =>
      withName(async () => {
        await mkdir(dirname(fileOf(to)), { recursive: true })
        // Bytes in the store never change, so a hard link is as good as a copy.
        await linkOr(fileOf(from), fileOf(to), async () => {
          const file = await spool.tempFile()
          await copyFile(fileOf(from), file, constants.COPYFILE_FICLONE)
          await syncFile(file)
          await moveDurably(file, fileOf(to))
        })
        await syncFolder(dirname(fileOf(to)))
      }),
    local: { pathOf: fileOf, ...openJournal(folder, fileOf) },
    list: (prefix) => listBelow(folder, prefix),
  }
}

async function* listBelow(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const within = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  for (const item of await entriesOf(join(folder, ...within.split('/')))) {
    const key = within + item.name
    if (item.isDirectory()) {
      // A prefix may end in the middle of a name.
      if (`${key}/`.startsWith(prefix)) yield* listBelow(folder, `${key}/`)
    } else if (item.isFile() && key.startsWith(prefix)) {
      const found = await stat(join(folder, key)).catch(() => null)
      if (found) yield { key, size: found.size, time: found.mtimeMs }
    }
  }
}

async function entriesOf(dir: string): Promise<Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true })
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * Runs the work; if its folder is missing, creates the folder and repeats the work. No check before, as most folders
 * exist.
 */
async function createFolderIfMissing(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (fsCode(error) !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await work()
  }
}

/**
 * Creates a hard link, so that the temporary file stays until the caller's commit. Renames where the file system has no
 * hard links.
 */
async function linkOrMove(file: string, target: string, tempFile: () => Promise<string>): Promise<void> {
  try {
    await link(file, target)
  } catch (error) {
    if (fsCode(error) === 'ENOENT' || fsCode(error) === 'ENOSPC') throw error
    if (fsCode(error) === 'EEXIST') await replace(file, target, await tempFile())
    else await rename(file, target)
  }
}

/**
 * Replaces an existing file, which a power cut may have truncated before its write was confirmed. @param second path of
 * a new temporary file
 */
async function replace(file: string, target: string, second: string): Promise<void> {
  await link(file, second)
  try {
    await rename(second, target)
  } catch (error) {
    // Windows can't replace a file that is being read; such a file is complete.
    if (process.platform !== 'win32') throw error
  } finally {
    // A rename between two links of the same file keeps both.
    await rm(second, { force: true })
  }
}
