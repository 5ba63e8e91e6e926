import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoredEntry } from '../templateStore.ts'
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
  await resolve(root, path)
  let at: Spot = { path: [], file: root }
  for (const [depth, name] of path.entries()) {
    const child = await existingChild(at, name)
    if (!child) return makeNew(at, path.slice(depth), seen)
    at = { path: child.path, file: join(at.file, child.name) }
    if (child.kind === 'file' && depth < path.length - 1) {
      throw new AppError('conflict', `“${formatPath(at.path)}”是文件，不能当作文件夹使用`)
    }
  }
  return at
}

const existingChild = async (at: Spot, name: string): Promise<StoredEntry | null> =>
  (await statEntry(join(at.file, name), [...at.path, name])) ??
  (await statEntry(join(at.file, name.normalize('NFC')), [...at.path, name.normalize('NFC')]))

/** Checks all names before the first folder is made. */
async function makeNew(at: Spot, names: StorePath, seen: SeenNames): Promise<Spot> {
  for (const name of names) {
    const problem = fileNameProblem(name)
    if (problem) throw new AppError('invalid', problem)
  }
  const made = names.map((name) => name.normalize('NFC'))
  await requireFree(at.file, made[0] ?? '', seen)
  const file = join(at.file, ...made)
  if (made.length > 1) await mkdir(dirname(file), { recursive: true })
  return { path: [...at.path, ...made], file }
}

/** AppError `conflict` when something in the folder has the name on a system without case. */
async function requireFree(dir: string, name: string, seen: SeenNames): Promise<void> {
  const names = seen.get(dir) ?? new Map((await readdir(dir)).map((known) => [nameKey(known), known]))
  seen.set(dir, names)
  const other = names.get(nameKey(name))
  if (other !== undefined) {
    throw new AppError(
      'conflict',
      `这里已有“${other}”，与“${name}”只有大小写不同，Windows 上会互相覆盖，请换一个名称`,
      {
        details: { facts: { collision: other } },
      },
    )
  }
  names.set(nameKey(name), name)
}
