import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from '../fsErrors.ts'
import { byKindAndName } from '../names.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoredEntry } from '../templateStore.ts'

/** A template's folder can't start with a dot, so dotted names at the root are the store's own. */
const reserved = (path: StorePath): boolean => path[0]?.startsWith('.') ?? false

/** A store's folder. `loose`: its disk finds files under other spellings of their names (macOS, Windows). */
export interface Disk {
  root: string
  loose: boolean
}

/** A path in a store, spelled as on the disk. */
export interface CreatePath {
  path: StorePath
  file: string
  /** The first of the folders that were made for it. */
  made?: string | undefined
}

/** The names of a folder, by normal form (S32) and by key (S32, S33). */
export interface Listing {
  exact: Set<string>
  forms: Map<string, string>
  keys: Map<string, string>
}
/** Listings by the folder's absolute path, each read once per operation. */
export type Listings = Map<string, Listing>

export async function listingOf(dir: string, known: Listings): Promise<Listing> {
  const names = known.has(dir) ? [] : await namesIn(dir)
  const listing = known.get(dir) ?? {
    exact: new Set(names),
    forms: new Map(names.map((name) => [name.normalize('NFC'), name])),
    keys: new Map(names.map((name) => [nameKey(name), name])),
  }
  known.set(dir, listing)
  return listing
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(fsCode(error) ?? '')) return []
    throw error
  }
}

const ASCII = /^\p{ASCII}*$/u

/** What stands in a folder: its name there, and what the disk says of it. */
interface Named {
  name: string
  found: BigIntStats
}

/** The folder's entry with this name, or the same in another Unicode form; null: there is none. */
export async function lookUp(dir: string, name: string, { loose }: Disk, known: Listings): Promise<Named | null> {
  if (!loose) {
    const found = await lstatOrNull(join(dir, name))
    if (found) return { name, found }
    // An ASCII name has no other Unicode form.
    if (ASCII.test(name)) return null
  }
  return lookUpListed(dir, name, await listingOf(dir, known))
}

/** The same by the folder's names. */
export async function lookUpListed(dir: string, name: string, { exact, forms }: Listing): Promise<Named | null> {
  const real = exact.has(name) ? name : forms.get(name.normalize('NFC'))
  const found = real === undefined ? null : await lstatOrNull(join(dir, real))
  return real === undefined || !found ? null : { name: real, found }
}

/**
 * Resolves a path to a file: the only way from a given name to the disk. A name matches the entry of that name, else
 * one in another Unicode form; never one in other case, even if the disk would accept it. `rest` are the names for
 * which nothing was found.
 * @param from where `path` begins, when something of it is resolved already
 * @throws AppError when a part is a link, which could lead out of the template (S36)
 */
export async function resolve(
  disk: Disk,
  path: StorePath,
  known: Listings = new Map(),
  from: CreatePath = { path: [], file: disk.root },
): Promise<CreatePath & { entry: StoredEntry | null; rest: StorePath }> {
  const whole = [...from.path, ...path]
  if (reserved(whole)) throw new AppError('not-found', `“${formatPath(whole)}”不存在`)
  let at = from
  let last: BigIntStats | null = null
  for (const [depth, name] of path.entries()) {
    if (process.platform === 'win32' && name.includes(':')) throw new AppError('not-found', `“${name}”不存在`)
    const there = await lookUp(at.file, name, disk, known)
    if (there === null) return { ...at, entry: null, rest: path.slice(depth) }
    at = { path: [...at.path, there.name], file: join(at.file, there.name) }
    last = there.found
    if (last.isSymbolicLink()) throw new AppError('invalid', `“${formatPath(whole)}”经过链接“${name}”，不能使用`)
  }
  return { ...at, entry: last ? entryOf(last, at.path) : await statEntry(at.file, at.path), rest: [] }
}

/**
 * Does the disk find files under other spellings of their names?
 * @param folder a folder whose name is in lower case
 */
export async function isLoose(folder: string): Promise<boolean> {
  // macOS treats all Unicode forms of a name as the same file.
  if (process.platform === 'darwin') return true
  const [here, there] = [
    await lstatOrNull(folder),
    await lstatOrNull(join(dirname(folder), basename(folder).toUpperCase())),
  ]
  return here !== null && here.ino === there?.ino
}

/** The entry at the path; null when there is none, or it is neither file nor folder. */
export async function statEntry(file: string, path: StorePath): Promise<StoredEntry | null> {
  const found = await lstatOrNull(file)
  return found && entryOf(found, path)
}

/** The same of what the disk has said already. */
export function entryOf(found: BigIntStats, path: StorePath): StoredEntry | null {
  if (!(found.isFile() || found.isDirectory())) return null
  const folder = found.isDirectory()
  return {
    name: path.at(-1) ?? '',
    path,
    kind: folder ? 'folder' : 'file',
    size: folder ? 0 : Number(found.size),
    mtimeMs: Number(found.mtimeMs),
    mtimeNs: String(found.mtimeNs),
    ino: String(found.ino),
  }
}

/** The entries of one folder, sorted; throws the file system's error when there is no such folder. */
export async function listFolder(dir: string, path: StorePath, sorted = true): Promise<StoredEntry[]> {
  const names = (await readdir(dir)).filter((name) => !reserved([...path, name]))
  const entries = await Promise.all(names.map((name) => statEntry(join(dir, name), [...path, name])))
  // A file that vanished between the two calls is left out, as links are.
  const there = entries.filter((entry) => entry !== null)
  return sorted ? there.sort(byKindAndName) : there
}

/** Everything below, parents before children. */
export async function walkFolder(dir: string, path: StorePath, sorted = true): Promise<StoredEntry[]> {
  const all: StoredEntry[] = []
  for (const entry of await listFolder(dir, path, sorted)) {
    all.push(entry)
    if (entry.kind !== 'folder') continue
    for (const below of await walkFolder(join(dir, entry.name), entry.path, sorted)) all.push(below)
  }
  return all
}

async function lstatOrNull(file: string): Promise<BigIntStats | null> {
  try {
    return await lstat(file, { bigint: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(fsCode(error) ?? '')) return null
    throw error
  }
}
