import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { caseKey, nameProblem, normalize, RESERVED_FOLDER } from '#services/sync/core/names.ts'
import { ancestorsOf } from '#services/sync/core/tree.ts'
import type { EditedFolder } from '#services/sync/engine/editedFolder.ts'
import { errnoOf, isMissing } from '#services/sync/local/hash.ts'

export type WorkspaceFolder = EditedFolder

/**
 * Names that the editor never touches. Writing into git's folder could make git run programs (hooks, filters). Some
 * disks ignore case in names.
 */
const CLOSED_NAMES: ReadonlySet<string> = new Set([RESERVED_FOLDER, '.git', '.svn', '.hg'])

/** Whether a folder or file is neither shown nor opened. */
export const isClosed = (name: string): boolean => CLOSED_NAMES.has(caseKey(name))

/**
 * Returns the normalized path. Errors: forbidden for a path that leads outside the folder or into data of git or the
 * sync. Links are detected when the path is resolved.
 */
export function checkPath(path: string): string {
  const normal = normalize(path)
  for (const name of normal.split('/')) {
    // On Windows, names that it would interpret as another name (`.git ` is `.git`) are rejected.
    const strange = process.platform === 'win32' && nameProblem(name) !== null
    if (name === '' || name === '.' || name === '..' || /[\\\0]/.test(name) || strange || isClosed(name)) {
      throw new AppError('forbidden', `“${path}”不在可以编辑的范围内，请在左侧的文件中选择`)
    }
  }
  return normal
}

/** The same for a new path, whose names every system must accept (S34). Error: invalid with the reason. */
export function checkNewPath(path: string): string {
  const normal = checkPath(path)
  const problem = nameProblem(normal)
  if (problem) throw new AppError('invalid', problem)
  return normal
}

/** The absolute path of an existing entry. Errors: not-found; unsupported behind a link. */
export async function resolveFile({ files }: WorkspaceFolder, path: string): Promise<string> {
  try {
    const target = await files.resolve(path)
    if ((await lstat(target)).isSymbolicLink()) {
      throw new AppError('unsupported', `“${path}”是符号链接，无法打开`)
    }
    return target
  } catch (error) {
    if (isMissing(error)) throw missingFileError(path)
    throw error
  }
}

export const missingFileError = (path: string): AppError =>
  new AppError('not-found', `文件夹中已没有“${path}”，可能已被删除或改名`)

/** Creates the parent folders of a new path. Error: conflict where one of them is a file or a link. */
export async function createParents({ layout, diskPath }: WorkspaceFolder, path: string): Promise<void> {
  for (const folder of ancestorsOf(path)) {
    const target = join(layout.root, diskPath(folder))
    await mkdir(target).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
    if (!(await lstat(target)).isDirectory()) throw new AppError('conflict', `“${folder}”不是文件夹，请换一个名称`)
  }
}
