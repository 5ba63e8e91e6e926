import { randomUUID } from 'node:crypto'
import { chmod, copyFile, link, lstat, mkdir, realpath, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile, syncFolder } from '#services/files/durable.ts'
import { AppError } from '#shared/errors/index.ts'
import { caseKey } from '../core/names.ts'
import { parentOf, sameEntry, type FileEntry } from '../core/tree.ts'
import { errnoOf, hashIfThere, isMissing } from './hash.ts'
import { hashFile } from './hashFile.ts'
import type { Layout } from './layout.ts'
import type { Trash } from './trash.ts'

/** The disk differs from what the plan expected (S12): plan again. */
export const changedMeanwhileError = (path: string): AppError =>
  new AppError('conflict', `“${path}”在同步过程中又有变化，将重新比较`)

/** Changes files of one workspace so that a kill at any point leaves either the old or the new file (S26). */
export interface LocalFiles {
  /** A new temp path on the workspace's volume. */
  tempPath(): string
  /** The absolute path; never through a link and never outside the root (S36). */
  resolve(path: string): Promise<string>
  /** The current content: a file, null for nothing, `other` for a folder, link or special file. */
  readEntry(path: string): Promise<FileEntry | null | 'other'>
  /** Moves a verified temp file to the path of `expected` (null: the path must be free). */
  place(temp: string, path: string, entry: FileEntry, expected: FileEntry | null): Promise<void>
  /** Moves an edit that was replaced at the last moment to the trash. */
  trashReplacedEdit(held: string, path: string): Promise<void>
  /** A copy of the file as planned, unaffected by later edits (S6). */
  snapshot(path: string, entry: FileEntry): Promise<string>
  /** Moves the file to the trash if it is still the expected one (S12, S20). */
  discard(path: string, expected: FileEntry): Promise<void>
  makeFolder(path: string): Promise<void>
  /** Removes an empty folder. not-found becomes `conflict`, not-empty becomes `locked`. */
  removeFolder(path: string): Promise<void>
}

/** @param diskPath the name on this disk, which may differ from the path's NFC form (S32) */
export function createLocalFiles(layout: Layout, trash: Trash, diskPath: (path: string) => string): LocalFiles {
  const tempPath = (): string => join(layout.temp, randomUUID())
  const resolve = async (path: string): Promise<string> => {
    const parent = join(layout.root, diskPath(parentOf(path)))
    const expected = join(await realpath(layout.root), diskPath(parentOf(path)))
    if (caseKey(await realpath(parent)) !== caseKey(expected)) {
      throw new AppError('unsupported', `“${path}”所在的文件夹是符号链接，无法同步`)
    }
    return join(layout.root, diskPath(path))
  }
  return {
    tempPath,
    resolve,
    async readEntry(path) {
      const target = await resolve(path).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return target === null ? null : hashIfThere(target)
    },
    async place(temp, path, entry, expected) {
      await verify(temp, path, entry)
      const target = await resolve(path).catch(missingIsChange(path))
      if (expected) await replace({ temp, held: tempPath(), target }, path, entry, expected, trash)
      else await placeNew(temp, target, path)
      await syncFolder(dirname(target))
    },
    trashReplacedEdit: (held, path) => moveToTrash(held, path, trash),
    async snapshot(path, entry) {
      const temp = tempPath()
      const source = await resolve(path).catch(missingIsChange(path))
      if (!(await lstat(source).catch(missingIsChange(path))).isFile()) throw changedMeanwhileError(path)
      try {
        await copyFile(source, temp).catch(missingIsChange(path))
        if (!sameEntry(await hashFile(temp), entry)) throw changedMeanwhileError(path)
        return temp
      } catch (error) {
        await rm(temp, { force: true })
        throw error
      }
    },
    async discard(path, expected) {
      const target = await resolve(path).catch(missingIsChange(path))
      await requireContent(path, target, expected)
      await trash.add({ path, side: 'local', size: expected.size }, async (place) => {
        await rename(target, place)
        if (sameEntry(await hashFile(place), expected)) return
        // Edited at the last moment: the file goes back, or stays in the trash if its path is occupied.
        await placeNew(place, target, path)
        throw changedMeanwhileError(path)
      })
    },
    async makeFolder(path) {
      const target = await resolve(path).catch(missingIsChange(path))
      await mkdir(target).catch(async (error: unknown) => {
        if (errnoOf(error) !== 'EEXIST' || !(await lstat(target)).isDirectory()) throw changedMeanwhileError(path)
      })
    },
    async removeFolder(path) {
      const target = await resolve(path).catch(missingIsChange(path))
      await rmdir(target).catch((error: unknown) => {
        if (errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST') {
          throw new AppError('locked', '文件夹中还有不同步的文件，未删除；请自行处理后删除', { retryable: false })
        }
        if (!isMissing(error)) throw error
      })
    },
  }
}

/** Checks that the disk holds what the plan expects (S12). */
async function requireContent(path: string, target: string, expected: FileEntry | null): Promise<void> {
  const now = await hashIfThere(target)
  if (now === 'other' || !sameEntry(now ?? undefined, expected ?? undefined)) throw changedMeanwhileError(path)
}

const missingIsChange = (path: string) => (error: unknown) => {
  throw isMissing(error) ? changedMeanwhileError(path) : error
}

const yes = (): boolean => true
const no = (): boolean => false

/** Keeps the old file until it is certain that nothing was written into it at the last moment. */
async function replace(
  { temp, held, target }: { temp: string; held: string; target: string },
  path: string,
  entry: FileEntry,
  expected: FileEntry,
  trash: Trash,
): Promise<void> {
  // On volumes without hard links the old file can't be kept; only the check before the rename protects it.
  const hasOldLink = await link(target, held).then(yes, no)
  try {
    await requireContent(path, target, expected)
    const { ino, mode } = await lstat(target)
    if (hasOldLink && (await lstat(held)).ino !== ino) throw changedMeanwhileError(path)
    await chmod(temp, mode).catch(() => undefined)
    await rename(temp, target)
    if (!hasOldLink || sameEntry(await hashFile(held), expected)) return
    await restoreEdit(held, target, path, entry, trash)
    throw changedMeanwhileError(path)
  } finally {
    await rm(held, { force: true })
  }
}

/** Restores the edit to its path, or to the trash if something new is there. */
async function restoreEdit(held: string, target: string, path: string, entry: FileEntry, trash: Trash): Promise<void> {
  const now = await hashIfThere(target)
  if (now && now !== 'other' && sameEntry(now, entry)) await rename(held, target)
  else await moveToTrash(held, path, trash)
}

async function moveToTrash(held: string, path: string, trash: Trash): Promise<void> {
  const { size } = await lstat(held)
  await trash.add({ path, side: 'local', size }, (place) => rename(held, place))
}

/** Checks that the temp file has exactly the intended bytes (S28, S29), and flushes them to the disk. */
async function verify(temp: string, path: string, entry: FileEntry): Promise<void> {
  const found = await hashFile(temp)
  if (found.size === 0 && entry.size > 0) throw new AppError('bad-answer', `“${path}”下载到的内容为空，未采用`)
  if (!sameEntry(found, entry)) throw new AppError('bad-answer', `“${path}”下载到的内容不完整，未采用，将重试`)
  await syncFile(temp)
}

/** A link fails when the name exists, which a rename doesn't; some volumes have no links. */
async function placeNew(temp: string, target: string, path: string): Promise<void> {
  try {
    await link(temp, target)
    await unlink(temp)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || isMissing(error)) throw changedMeanwhileError(path)
    if (await lstat(target).then(yes, no)) throw changedMeanwhileError(path)
    await rename(temp, target)
  }
}
