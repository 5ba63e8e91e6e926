import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from '../fsErrors.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { StoredEntry } from '../templateStore.ts'

const zh = new Intl.Collator('zh-CN', { numeric: true })

/** Folders first, then in Chinese order. */
export const byKindAndName = (a: StoredEntry, b: StoredEntry): number =>
  a.kind === b.kind ? zh.compare(a.name, b.name) : a.kind === 'folder' ? -1 : 1

/** A template's folder can't start with a dot, so dotted names at the root are the store's own. */
const reserved = (path: StorePath): boolean => path[0]?.startsWith('.') ?? false

/** The absolute path. AppError when a part of it is a link, which could lead out of the template (S36). */
export async function resolve(root: string, path: StorePath): Promise<string> {
  if (reserved(path)) throw new AppError('not-found', `“${formatPath(path)}”不存在`)
  let at = root
  for (const name of path) {
    if (process.platform === 'win32' && name.includes(':')) throw new AppError('not-found', `“${name}”不存在`)
    at = join(at, name)
    const found = await lstatOrNull(at)
    if (found?.isSymbolicLink()) throw new AppError('invalid', `“${formatPath(path)}”经过链接“${name}”，不能使用`)
  }
  return at
}

/** What lies at the path; null for nothing and for what is neither a file nor a folder. */
export async function statEntry(file: string, path: StorePath): Promise<StoredEntry | null> {
  const found = await lstatOrNull(file)
  if (!found || !(found.isFile() || found.isDirectory())) return null
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
export async function listFolder(dir: string, path: StorePath): Promise<StoredEntry[]> {
  const names = (await readdir(dir)).filter((name) => !reserved([...path, name]))
  const entries = await Promise.all(names.map((name) => statEntry(join(dir, name), [...path, name])))
  // A file may vanish between the two calls: it is left out, like a link.
  return entries.filter((entry) => entry !== null).sort(byKindAndName)
}

/** Everything below, parents before children. */
export async function walkFolder(dir: string, path: StorePath): Promise<StoredEntry[]> {
  const all: StoredEntry[] = []
  for (const entry of await listFolder(dir, path)) {
    all.push(entry)
    if (entry.kind === 'folder') all.push(...(await walkFolder(join(dir, entry.name), entry.path)))
  }
  return all
}

async function lstatOrNull(file: string) {
  try {
    return await lstat(file, { bigint: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(fsCode(error) ?? '')) return null
    throw error
  }
}
