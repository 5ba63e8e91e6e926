import fs, { type BigIntStats } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** Why such a disk can't be made here; null when it can. */
export const whyNoForgetfulDisk = (): string | null =>
  process.platform === 'linux' ? null : 'which file a flush was about is seen in /proc'

/**
 * A folder as it would be after a power cut: a disk that loses whatever was not flushed. Every flush of this thread is
 * seen, also those of packages, and keeps what it is about: of a file its bytes, of a folder its names and the way to it.
 * Not seen: SQLite's own flushes, other threads and processes; `powerDisk` cuts the power of a real file system for those.
 */
export interface ForgetfulDisk {
  /**
   * The files that are left, path → text.
   * @param names flushed: only names whose folder was flushed. all: the system wrote all names by itself, which says
   *   nothing about the bytes: a file that was not flushed is empty then
   */
  left(names?: 'flushed' | 'all'): Record<string, string>
  /** The folders that are left, also empty ones. */
  folders(): string[]
  /** Is called before every rename. */
  onRename: (from: string, to: string) => void
  close(): void
}

/** @param root what is in it now is safe already */
export async function watchFlushes(root: string): Promise<ForgetfulDisk> {
  const bytes = new Map<string, Buffer>()
  const names = new Map<string, Map<string, string>>()
  const statOf = (path: string): BigIntStats => fs.lstatSync(path, { bigint: true })
  const markName = (path: string): void => {
    const folder = keyOf(statOf(dirname(path)))
    names.set(
      folder,
      (names.get(folder) ?? new Map<string, string>()).set(relative(dirname(path), path), keyOf(statOf(path))),
    )
  }
  const markFolder = (path: string, folder: string): void => {
    names.set(keyOf(statOf(path)), new Map(fs.readdirSync(path).map((name) => [name, keyOf(statOf(join(path, name)))])))
    // What a flushed folder lies in is there, too: all common file systems see to that.
    for (let at = folder; at.startsWith(`${root}/`); at = dirname(at)) markName(at)
  }
  const onFlush = (fd: number): void => {
    const path = `/proc/self/fd/${fd}`
    const found = fs.fstatSync(fd, { bigint: true })
    if (found.isDirectory()) markFolder(`${path}/.`, fs.readlinkSync(path))
    else if (found.isFile()) bytes.set(keyOf(found), fs.readFileSync(path))
  }
  const markTree = (folder: string): void => {
    markFolder(folder, folder)
    for (const item of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, item.name)
      if (item.isDirectory()) markTree(path)
      else if (item.isFile()) bytes.set(keyOf(statOf(path)), fs.readFileSync(path))
    }
  }
  /** By the names that were flushed: path and key. */
  function* namesBelow(key: string, path: string): Generator<[string, string]> {
    for (const [name, inner] of names.get(key) ?? []) {
      yield [join(path, name), inner]
      if (isFolder(inner)) yield* namesBelow(inner, join(path, name))
    }
  }
  function* namesHere(): Generator<[string, string]> {
    for (const item of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(item.parentPath, item.name)
      yield [relative(root, path), keyOf(statOf(path))]
    }
  }
  const flushedNames = (): [string, string][] => [...namesBelow(keyOf(statOf(root)), '')]
  const disk: ForgetfulDisk = {
    left: (kind = 'flushed') =>
      Object.fromEntries(
        (kind === 'flushed' ? flushedNames() : [...namesHere()])
          .filter(([, key]) => !isFolder(key))
          .map(([path, key]) => [path, bytes.get(key)?.toString() ?? '']),
      ),
    folders: () => flushedNames().flatMap(([path, key]) => (isFolder(key) ? [path] : [])),
    onRename: () => undefined,
    close: await watchCalls(onFlush, (from, to) => disk.onRename(from, to)),
  }
  markTree(root)
  return disk
}

const isFolder = (key: string): boolean => key.startsWith('folder ')

/** A number is used again for the next file; the time of its birth is not. */
const keyOf = (stat: BigIntStats): string =>
  `${stat.isDirectory() ? 'folder' : 'file'} ${stat.dev} ${stat.ino} ${stat.birthtimeNs}`

/** Answers what ends the watching. */
async function watchCalls(
  onFlush: (fd: number) => void,
  onRename: (from: string, to: string) => void,
): Promise<() => void> {
  await using handle = await open(process.execPath)
  const handles = Object.getPrototypeOf(handle) as typeof handle
  const undo = [
    ...(['fsync', 'fdatasync', 'fsyncSync', 'fdatasyncSync'] as const).map((name) => before(fs, name, onFlush)),
    ...(['sync', 'datasync'] as const).map((name) =>
      before(handles, name, function (this: typeof handle) {
        onFlush(this.fd)
      }),
    ),
    ...(['rename', 'renameSync'] as const).map((name) => before(fs, name, onRename)),
    before(fs.promises, 'rename', onRename),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const step of undo) step()
    syncBuiltinESMExports()
  }
}

/** Runs something before each call of a function; answers what ends that. */
function before<K extends string>(
  owner: { [key in K]: unknown },
  name: K,
  work: (this: never, ...given: never[]) => void,
): () => void {
  const original = owner[name] as (...given: unknown[]) => unknown
  owner[name] = function (this: unknown, ...given: unknown[]): unknown {
    Reflect.apply(work, this, given)
    return Reflect.apply(original, this, given)
  }
  return () => void (owner[name] = original)
}
