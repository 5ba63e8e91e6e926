import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from '../path.ts'
import { resolve, statEntry } from './scan.ts'

/** Names of each folder by their key, read once per operation. */
export type SeenNames = Map<string, Map<string, string>>

/** Where something new is made: the path with checked, normalised names and its absolute form. */
export interface Spot {
  path: StorePath
  file: string
}

/**
 * Makes the missing parents and answers where the last name goes. Names that exist are taken as they are; new ones are
 * normalised (NFC) and checked. AppError `invalid` for a forbidden name, `conflict` for one that differs from another
 * only in case, or when a parent is a file.
 */
export async function makeRoom(root: string, path: StorePath, seen: SeenNames = new Map()): Promise<Spot> {
  let at: Spot = { path: [], file: root }
  for (const [depth, name] of path.entries()) {
    const last = depth === path.length - 1
    const file = await resolve(root, [...at.path, name])
    const found = await statEntry(file, [...at.path, name])
    if (found) at = { path: found.path, file }
    else {
      const made = await freeName(at.file, name, seen)
      at = { path: [...at.path, made], file: join(at.file, made) }
      if (!last) await mkdir(at.file)
    }
    if (!last && found?.kind === 'file') {
      throw new AppError('conflict', `“${formatPath(found.path)}”是文件，不能当作文件夹使用`)
    }
  }
  return at
}

/** The normalised name, if nothing in the folder is taken for it on a system without case. */
async function freeName(dir: string, name: string, seen: SeenNames): Promise<string> {
  const problem = fileNameProblem(name)
  if (problem) throw new AppError('invalid', problem)
  const made = name.normalize('NFC')
  const names = seen.get(dir) ?? new Map((await readdir(dir)).map((known) => [nameKey(known), known]))
  seen.set(dir, names)
  const other = names.get(nameKey(made))
  if (other !== undefined && other !== made) {
    throw new AppError(
      'conflict',
      `这里已有“${other}”，与“${name}”只有大小写不同，Windows 上会互相覆盖，请换一个名称`,
      {
        details: { facts: { collision: other } },
      },
    )
  }
  names.set(nameKey(made), made)
  return made
}
