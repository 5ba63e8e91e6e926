import { link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalEntry } from '#shared/contract/localFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { writeError } from '#services/files/writeError.ts'
import { caseKey, isReserved, normalize } from '#services/sync/core/names.ts'
import { errnoOf, isMissing } from '#services/sync/local/hash.ts'
import {
  checkPath,
  missingFileError,
  isClosed,
  createParents,
  checkNewPath,
  resolveFile,
  type WorkspaceFolder,
} from './resolveFile.ts'

/** The entries of a folder, folders first, without links and without files of git or the sync. */
export async function listEntries(folder: WorkspaceFolder, given: string): Promise<LocalEntry[]> {
  const path = given === '' ? '' : checkPath(given)
  const target = path === '' ? folder.layout.root : await resolveFile(folder, path)
  const found = await readdir(target, { withFileTypes: true }).catch((error: unknown) => {
    throw isMissing(error) ? missingFileError(path || folder.layout.root) : error
  })
  const shown = found.filter((entry) => (entry.isFile() || entry.isDirectory()) && !isClosed(entry.name))
  const entries = await Promise.all(
    shown.map(async (entry): Promise<LocalEntry> => {
      const name = normalize(entry.name)
      const at = path === '' ? name : `${path}/${name}`
      const isFolder = entry.isDirectory()
      const size = isFolder
        ? 0
        : await lstat(join(target, entry.name)).then(
            (stat) => stat.size,
            () => 0,
          )
      const ignored = folder.ignores(at, isFolder ? 'folder' : 'file') || isReserved(at)
      return { name, path: at, folder: isFolder, size, ignored }
    }),
  )
  return entries.toSorted(
    (a, b) => Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name, 'zh-CN', { numeric: true }),
  )
}

/** Creates an empty file or a folder. Error: conflict when the name exists. */
export async function createEntry(folder: WorkspaceFolder, given: string, isFolder: boolean): Promise<void> {
  const path = checkNewPath(given)
  await createParents(folder, path)
  const target = await folder.files.resolve(path)
  try {
    if (isFolder) await mkdir(target)
    else await (await open(target, 'wx')).close()
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw nameTakenError(path)
    throw writeError(error, path) ?? error
  }
}

const nameTakenError = (path: string): AppError => new AppError('conflict', `“${path}”已经存在，请换一个名称`)

/** Moves a file or folder. An existing target is never replaced. */
export async function renameEntry(folder: WorkspaceFolder, from: string, to: string): Promise<void> {
  const [old, next] = [checkPath(from), checkNewPath(to)]
  if (old === next) return
  if (next.startsWith(`${old}/`)) throw new AppError('invalid', '无法将文件夹移动到其自身内部，请换一个位置')
  const source = await resolveFile(folder, old)
  await createParents(folder, next)
  const target = await folder.files.resolve(next)
  const isFile = (await lstat(source)).isFile()
  try {
    // On case-insensitive disks the new name refers to the old file.
    const onlyCase = caseKey(old) === caseKey(next)
    if (isFile && !onlyCase) await moveFile(source, target)
    else {
      if (!onlyCase && (await exists(target))) throw nameTakenError(next)
      await rename(source, target)
    }
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw nameTakenError(next)
    if (isMissing(error)) throw missingFileError(old)
    throw writeError(error, next) ?? error
  }
}

/** A link fails when the name exists, which a rename doesn't; some volumes have no links. */
async function moveFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || (await exists(target))) throw error
    return rename(source, target)
  }
  await unlink(source)
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Maximum number of files that one removal moves to the trash. */
const MAX_REMOVED = 5000

/** Moves a file, or all files of a folder, to the trash as one group (S20). Returns the number of files. */
export async function removeEntry(folder: WorkspaceFolder, given: string): Promise<number> {
  const path = checkPath(given)
  const target = await resolveFile(folder, path)
  const trash = folder.openTrash()
  trash.beginGroup()
  const isFolder = (await lstat(target)).isDirectory()
  const { files, folders } = isFolder ? await listBelow(target, path) : { files: [{ path, target }], folders: [] }
  for (const file of files) {
    const { size } = await lstat(file.target)
    await trash.add({ path: file.path, side: 'local', size }, (place) => rename(file.target, place))
  }
  // A folder that got new entries meanwhile stays.
  for (const each of folders.toReversed()) await rmdir(each)
  return files.length
}

async function listBelow(target: string, path: string): Promise<{ files: FilePaths[]; folders: string[] }> {
  const files: FilePaths[] = []
  const folders = [target]
  const walk = async (at: string, name: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const place = { target: join(at, entry.name), path: `${name}/${normalize(entry.name)}` }
      if (entry.isDirectory() && !isClosed(entry.name)) {
        folders.push(place.target)
        await walk(place.target, place.path)
      } else if (entry.isFile()) files.push(place)
      else throw new AppError('unsupported', `“${place.path}”不是普通文件，请在系统的文件管理器中删除该文件夹`)
      if (files.length > MAX_REMOVED) {
        throw new AppError('too-large', `“${path}”中的文件超过 ${MAX_REMOVED} 个，请在系统的文件管理器中删除`)
      }
    }
  }
  await walk(target, path)
  return { files, folders }
}

interface FilePaths {
  path: string
  target: string
}
