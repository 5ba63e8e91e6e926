import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { caseKey, nameProblem, normalize, RESERVED_FOLDER } from '#services/sync/core/names.ts'
import { ancestorsOf } from '#services/sync/core/tree.ts'
import type { EditedFolder } from '#services/sync/engine/editedFolder.ts'
import { errnoOf, isMissing } from '#services/sync/local/hash.ts'

export type WorkspaceFolder = EditedFolder

/**
 * Names that the editor stays away from. Who writes into a folder of git's can have programs run (hooks, filters), and
 * on some disks the name counts in any case.
 */
const CLOSED: ReadonlySet<string> = new Set([RESERVED_FOLDER, '.git', '.svn', '.hg'])

/** A folder or file that is neither shown nor opened. */
export const isClosed = (name: string): boolean => CLOSED.has(caseKey(name))

/**
 * The path in its normal form. Errors: forbidden for one that leads out of the folder, or into what belongs to git or
 * to the sync. Links on the way are found where the path is resolved.
 */
export function checkedPath(path: string): string {
  const normal = normalize(path)
  for (const name of normal.split('/')) {
    // A name that Windows takes for another one (`.git ` is `.git`) is refused there as a whole.
    const strange = process.platform === 'win32' && nameProblem(name) !== null
    if (name === '' || name === '.' || name === '..' || /[\\\0]/.test(name) || strange || isClosed(name)) {
      throw new AppError('forbidden', `“${path}”不在可以编辑的范围内，请在左侧的文件中选择`)
    }
  }
  return normal
}

/** The same for a name that is made: it must be one that every computer takes (S34). Error: invalid with the reason. */
export function newPath(path: string): string {
  const normal = checkedPath(path)
  const problem = nameProblem(normal)
  if (problem) throw new AppError('invalid', problem)
  return normal
}

/** The absolute path of what stands there. Errors: not-found; unsupported behind a link. */
export async function resolveFile({ files }: WorkspaceFolder, path: string): Promise<string> {
  try {
    const target = await files.resolve(path)
    if ((await lstat(target)).isSymbolicLink()) {
      throw new AppError('unsupported', `“${path}”是符号链接，不能在这里打开`)
    }
    return target
  } catch (error) {
    if (isMissing(error)) throw goneError(path)
    throw error
  }
}

export const goneError = (path: string): AppError =>
  new AppError('not-found', `“${path}”已经不在文件夹里了，可能已被删除或改名`)

/** Makes the folders above a path that is new. Error: conflict where a file or a link stands in the way. */
export async function makeParents({ layout, diskPath }: WorkspaceFolder, path: string): Promise<void> {
  for (const folder of ancestorsOf(path)) {
    const target = join(layout.root, diskPath(folder))
    await mkdir(target).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
    if (!(await lstat(target)).isDirectory()) throw new AppError('conflict', `“${folder}”不是文件夹，请换一个名称`)
  }
}
