import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { taken } from '../names.ts'
import { formatPath, type StorePath } from '../path.ts'
import { type Disk, type Listings, listingOf, resolve, type CreatePath, statEntry } from './scan.ts'

/**
 * Makes missing parent folders and answers the path for the last name. Existing names are used as they are; new ones
 * are normalised (NFC) and checked.
 * @throws AppError `invalid` for a forbidden name; `conflict` for one that differs from another only in case, or when a
 * parent is a file
 */
export async function createPath(disk: Disk, path: StorePath, known: Listings = new Map()): Promise<CreatePath> {
  const { entry, rest, ...at } = await resolve(disk, path, known)
  if (entry) return at
  // The name exists, but is neither a file nor a folder.
  if (rest.length === 0) throw taken(path.at(-1) ?? '', at.path.at(-1) ?? '')
  if ((await statEntry(at.file, at.path))?.kind === 'file')
    throw new AppError('conflict', `“${formatPath(at.path)}”是文件，不能当作文件夹使用`)
  return makeNew(at, rest, known)
}

/** Checks all names before the first folder is made. */
async function makeNew(at: CreatePath, names: StorePath, known: Listings): Promise<CreatePath> {
  for (const name of names) {
    const problem = fileNameProblem(name)
    if (problem) throw new AppError('invalid', problem)
  }
  const made = names.map((name) => name.normalize('NFC'))
  await requireFree(at.file, made[0] ?? '', known)
  const file = join(at.file, ...made)
  const first = made.length > 1 ? await mkdir(dirname(file), { recursive: true }) : undefined
  return { path: [...at.path, ...made], file, made: first }
}

/** @throws AppError `conflict` when an entry of the folder has the same name, ignoring case */
async function requireFree(dir: string, name: string, known: Listings): Promise<void> {
  const { keys } = await listingOf(dir, known)
  const other = keys.get(nameKey(name))
  if (other !== undefined) throw taken(name, other)
  keys.set(nameKey(name), name)
}
