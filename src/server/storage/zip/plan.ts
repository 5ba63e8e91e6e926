import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { parsePath } from '../path.ts'
import type { ZipLimits } from './limits.ts'
import { nameReader } from './names.ts'
import type { ZipEntry } from './open.ts'

/** A file or folder to be made by unpacking. */
export interface ZipItem {
  path: readonly string[]
  folder: boolean
  entry: ZipEntry
}

const ENCRYPTED = 1
const METHODS: ReadonlySet<number> = new Set([0, 8])
const SYMLINK = 0o120000
const TYPE = 0o170000
/** What macOS puts beside the files when it packs. */
const isForeign = (path: readonly string[]): boolean => path[0] === '__MACOSX' || path.at(-1) === '.DS_Store'

/**
 * The files and folders that an archive would make, after checking all names and sizes: one bad entry refuses the
 * archive.
 * @throws AppError `invalid` (unclear encoding, path outside the folder, forbidden or duplicate name, link),
 * `unsupported` (encrypted, other compression), `too-large` (ZipLimits)
 */
export function planZip(entries: readonly ZipEntry[], limits: ZipLimits, encoding?: ZipEncoding): ZipItem[] {
  const nameOf = nameReader(entries, encoding)
  const items = entries
    .map((entry) => item(entry, nameOf(entry)))
    .filter((found) => found.path.length > 0 && !isForeign(found.path))
  if (items.length > limits.entries) {
    throw new AppError('too-large', `压缩包里的文件超过 ${limits.entries} 个，请分成几个压缩包`)
  }
  checkSizes(items, limits)
  checkNames(items)
  return items
}

function item(entry: ZipEntry, name: string): ZipItem {
  if (entry.flags & ENCRYPTED) {
    throw new AppError('unsupported', '压缩包设置了密码，无法解压，请重新压缩（不设密码）后上传')
  }
  if (((entry.attr >>> 16) & TYPE) === SYMLINK) {
    throw new AppError('invalid', `压缩包里的“${name}”是链接，不能解压，请去掉它后重新压缩`)
  }
  if (!METHODS.has(entry.method)) {
    throw new AppError('unsupported', `压缩包里的“${name}”使用了不支持的压缩方式，请用普通 zip 格式重新压缩`)
  }
  if (name.startsWith('/') || /^[a-zA-Z]:/.test(name)) {
    throw new AppError('invalid', `压缩包里的“${name}”会解压到目标文件夹之外，已全部拒绝`)
  }
  return {
    path: contained(name).map((part) => part.normalize('NFC')),
    folder: name.endsWith('/'),
    entry,
  }
}

function contained(name: string): readonly string[] {
  try {
    return parsePath(name.replace(/^(\.\/)+/, ''))
  } catch (error) {
    throw new AppError('invalid', `压缩包里的“${name}”会解压到目标文件夹之外或路径无效，已全部拒绝`, { cause: error })
  }
}

function checkSizes(items: readonly ZipItem[], limits: ZipLimits): void {
  let total = 0
  for (const {
    path,
    entry: { size, packedSize },
  } of items) {
    total += size
    if (size > limits.ratioFromBytes && size > packedSize * limits.ratio) {
      throw new AppError('too-large', `压缩包里的“${path.join('/')}”解压后异常地大，为安全起见已拒绝`)
    }
  }
  if (total > limits.totalBytes) {
    throw new AppError('too-large', `压缩包解压后超过 ${Math.floor(limits.totalBytes / 1024 / 1024)} MB 的上限`)
  }
}

/** Its hooks would run on the machines that the template is synced to. `git~1` is the same folder on Windows. */
const REPOSITORY = /^(?:\.git|git~\d+|\.svn|\.hg)$/i

/** Every name allowed everywhere, and no two that are one on Windows; a file is no folder of another. */
function checkNames(items: readonly ZipItem[]): void {
  const known = new Map<string, { shown: string; folder: boolean }>()
  for (const { path, folder } of items) {
    for (const [depth, name] of path.entries()) {
      const problem = fileNameProblem(name)
      if (problem) throw new AppError('invalid', `压缩包里的${problem}`)
      if (REPOSITORY.test(name))
        throw new AppError('invalid', `压缩包里有版本库“${name}”，已全部拒绝，请去掉它后重新压缩`)
      const shown = path.slice(0, depth + 1).join('/')
      const isFolder = folder || depth < path.length - 1
      const other = known.get(nameKey(shown))
      if (other && !isFolder && !other.folder && other.shown === shown) {
        throw new AppError('invalid', `压缩包里有两个同名的文件“${shown}”，请重新压缩后上传`)
      }
      if (other && (other.shown !== shown || !other.folder || !isFolder)) {
        throw new AppError('invalid', `压缩包里的“${other.shown}”和“${shown}”名称冲突，请改名后重新压缩`)
      }
      known.set(nameKey(shown), { shown, folder: isFolder })
    }
  }
}
