import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { parsePath } from '../path.ts'
import type { ZipEntry } from './reader.ts'

/** A file or folder to unpack. */
export interface ZipItem {
  path: readonly string[]
  folder: boolean
  entry: ZipEntry
}

/** Files that macOS adds to archives. */
const isMacMetadata = (path: readonly string[]): boolean => path[0] === '__MACOSX' || path.at(-1) === '.DS_Store'

/**
 * The files and folders of an archive, after a check of all names: one bad entry refuses the archive.
 * @throws AppError `invalid` (path outside the folder, forbidden or duplicate name)
 */
export function planZip(entries: readonly ZipEntry[]): ZipItem[] {
  const items = entries.map(toItem).filter((found) => found.path.length > 0 && !isMacMetadata(found.path))
  checkNames(items)
  return items
}

function toItem(entry: ZipEntry): ZipItem {
  const { name } = entry
  if (name.startsWith('/') || /^[a-zA-Z]:/.test(name)) {
    throw new AppError('invalid', `压缩包中的“${name}”会解压到目标文件夹之外，已全部拒绝，请重新压缩`)
  }
  return {
    path: parseContainedPath(name).map((part) => part.normalize('NFC')),
    folder: name.endsWith('/'),
    entry,
  }
}

function parseContainedPath(name: string): readonly string[] {
  try {
    return parsePath(name.replace(/^(\.\/)+/, ''))
  } catch (error) {
    throw new AppError('invalid', `压缩包中的“${name}”会解压到目标文件夹之外或路径无效，已全部拒绝，请重新压缩`, {
      cause: error,
    })
  }
}

/** Repository folders, whose hooks would run on machines that sync the template. `git~1` is `.git` on Windows. */
const REPOSITORY = /^(?:\.git|git~\d+|\.svn|\.hg)$/i

/** Checks that all names are allowed, that no two names are equal on Windows, and that no file is also a folder. */
function checkNames(items: readonly ZipItem[]): void {
  const known = new Map<string, { shown: string; folder: boolean }>()
  for (const { path, folder } of items) {
    for (const [depth, name] of path.entries()) {
      const problem = fileNameProblem(name)
      if (problem) throw new AppError('invalid', `压缩包中的${problem}`)
      if (REPOSITORY.test(name))
        throw new AppError('invalid', `压缩包中有版本库“${name}”，已全部拒绝，请去掉版本库后重新压缩`)
      const shown = path.slice(0, depth + 1).join('/')
      const isFolder = folder || depth < path.length - 1
      const other = known.get(nameKey(shown))
      if (other && !isFolder && !other.folder && other.shown === shown) {
        throw new AppError('invalid', `压缩包中有两个同名的文件“${shown}”，请重新压缩后上传`)
      }
      if (other && (other.shown !== shown || !other.folder || !isFolder)) {
        throw new AppError('invalid', `压缩包中的“${other.shown}”和“${shown}”名称冲突，请重命名后重新压缩`)
      }
      known.set(nameKey(shown), { shown, folder: isFolder })
    }
  }
}
