import type { Readable } from 'node:stream'
import type { StorePath } from './path.ts'

/** A file or folder in the store. `mtimeNs` and `ino` are text, because they exceed a double. */
export interface StoredEntry {
  name: string
  path: StorePath
  kind: 'file' | 'folder'
  /** Bytes; 0 for a folder. */
  size: number
  mtimeMs: number
  mtimeNs: string
  ino: string
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Reverts a change. A transaction that does not commit does so by itself with what was changed in it. */
export type Undo = () => Promise<void>

/** Files outside the templates that are then moved in at once. */
export interface Staging {
  /** Absolute folder on the store's volume. */
  readonly dir: string
  /**
   * Makes the bytes that are staged by now safe from a power cut, once; `merge` and `replace` do it otherwise. Many files take a
   * while: before a transaction, which holds up other writers.
   */
  flush(): Promise<void>
  discard(): Promise<void>
}

/** Files of a template on this machine. */
export interface CheckedOut {
  /** Absolute. */
  readonly dir: string
  release(): Promise<void>
}

/** A file of a batch. `path` is relative to the template, as existing names are spelled there. */
export interface BatchFile {
  path: string
  sha256: string
  bytes: Uint8Array
}

/** Files of a batch in their order, still outside the templates. */
export interface StagedBatch {
  readonly files: readonly string[]
  /** Removes what was not placed; what was written to be safe stays unless nothing was placed. */
  discard(placed: boolean): Promise<void>
}

/** Changes of one batch. Its paths may be worked on in parallel, unless one is below another. */
export interface StoreBatch {
  stat(path: StorePath): Promise<StoredEntry | null>
  /** Moves a staged file to a path where nothing or a file is; missing parents are made. */
  place(path: StorePath, staged: string): Promise<StoredEntry>
  /**
   * Makes or replaces a file with the content of another, safe from a power cut; null when `source` is no file or holds
   * something else than this (hex SHA-256).
   */
  copy(path: StorePath, source: StorePath, sha256: string): Promise<StoredEntry | null>
  /** The same with a file of this machine (ContentsByHash.file). */
  copyFile(path: StorePath, file: string, sha256: string): Promise<StoredEntry | null>
  /** Makes a folder and its parents; one that is there is fine. */
  makeFolder(path: StorePath): Promise<StoredEntry>
  /** The content of an existing file. */
  read(path: StorePath): Promise<Buffer>
  /** Moves a file to the trash, or removes an empty folder; AppError `conflict` for one that is not. */
  remove(path: StorePath): Promise<void>
  /** Puts back what was removed. */
  undo: Undo
  /** Makes what was done to folders safe from a power cut. @param isTracked as in stageBatch */
  sync(isTracked: boolean): Promise<void>
}

/** Contents of template files that are kept by their hash (hex SHA-256), whatever becomes of the files. */
export interface ContentsByHash {
  /** Is it there? Then it stays for a day, also when nothing refers to it. */
  has(sha256: string): Promise<boolean>
  /** Copies a file of this machine; false when that holds something else by now. */
  keep(source: string, sha256: string): Promise<boolean>
  /**
   * Keeps the bytes of a file of a template that is about to be replaced or removed, by a second name where the disk can: it
   * costs the same for any size. `sha256` is the file's.
   */
  keepGoing(entry: Pick<StoredEntry, 'path'>, sha256: string): Promise<void>
  /** Absolute path of the bytes. AppError `not-found` when they are not kept. */
  file(sha256: string): Promise<string>
  /** Those that nobody has asked for since. */
  untouchedSince(time: Date): AsyncIterable<string>
  remove(sha256: string): Promise<void>
}

/** A change of many files that was made, and stays in the journal until it is settled or undone. */
export interface Replacement {
  undo: Undo
  settle(): Promise<void>
}

/** Such a change that nobody has settled or undone; `token` is its maker's name for it, '' when it has none. */
export interface UnfinishedChange extends Replacement {
  folder: string
  token: string
}

/** A batch whose files may not be on the disk yet, with the copy in its journal. */
export interface UnsettledBatch {
  folder: string
  files: { path: string; sha256: string }[]
  /** The bytes of one of them. */
  read(index: number): Promise<Buffer>
}

/**
 * The files of all templates. Existing names are used as they are; new ones are normalised and checked. Links are
 * neither listed nor followed. Errors are AppErrors in Chinese that name the file. Writers hold the template's lock
 * (areas/template/template/lock).
 */
export interface TemplateStore {
  /**
   * Folders first, then in Chinese order.
   * @throws AppError `not-found` when there is no such folder
   */
  list(path: StorePath): Promise<StoredEntry[]>
  /** Everything below, parents before children; unsorted for who only looks things up, which is faster. */
  walk(path: StorePath, options?: { sorted: boolean }): Promise<StoredEntry[]>
  stat(path: StorePath): Promise<StoredEntry | null>
  read(path: StorePath): Promise<Buffer>
  stream(path: StorePath, range?: ByteRange): Promise<Readable>
  /** SHA-256 of the content, hex. */
  sha256(path: StorePath): Promise<string>
  /** The same of many files that `walk` found, in their order; null for one that can't be read any more. */
  sha256All(entries: readonly StoredEntry[]): Promise<(string | null)[]>
  /** Replaces or makes a file in one atomic step; missing parent folders are made. */
  write(path: StorePath, bytes: Uint8Array): Promise<StoredEntry>
  /** Moves a finished file of this machine into place; an existing file goes to the trash first. */
  adopt(path: StorePath, source: string): Promise<StoredEntry>
  makeFolder(path: StorePath): Promise<void>
  rename(from: StorePath, to: StorePath): Promise<Undo>
  /** Removes by moving to the trash, kept for `TRASH_DAYS`. */
  trash(path: StorePath): Promise<Undo>
  /**
   * Moves a whole template to the recycle area under a name of the caller's, where it stays until it is restored or
   * discarded. What lay there under the name goes to the trash.
   */
  recycle(path: StorePath, name: string): Promise<Undo>
  /** Moves it back; nothing may be at the path. */
  restore(name: string, path: StorePath): Promise<Undo>
  /** Names in the recycle area. */
  recycled(): Promise<string[]>
  /** From the recycle area to the trash. */
  discard(name: string): Promise<void>
  /** An empty one, or one with a copy of all that is below the folder. */
  stage(copyOf?: StorePath): Promise<Staging>
  /** Moves the staged tree into the folder: all of it, or after an error none. Replaced files go to the trash. */
  merge(staging: Staging, into: StorePath): Promise<Undo>
  /**
   * Removes paths of the folder (`removed`, relative to it; folders only if they are empty then) and moves the staged tree
   * in: all of it in one step, or after an error none. A path that becomes a file from a folder, or gets another case, is
   * removed and staged. The journal keeps it under `token` until it is settled.
   */
  replace(staging: Staging, into: StorePath, removed: readonly StorePath[], token: string): Promise<Replacement>
  /** Changes that a killed process left half done, or did not settle; undone or settled under the template's lock. */
  unfinished(): Promise<UnfinishedChange[]>
  readonly kept: ContentsByHash
  /**
   * Writes the bytes of many files aside, safe from a power cut, for `StoreBatch.place`.
   * @param isTracked whether rows will say after a power cut which bytes the files have; else each is flushed
   */
  stageBatch(folder: string, files: readonly BatchFile[], isTracked: boolean): Promise<StagedBatch>
  /** Many changes of one template at once, under its lock: each folder is looked up once. */
  openBatch(): StoreBatch
  /** Batches whose files may not have reached the disk yet. */
  unsettled(): Promise<UnsettledBatch[]>
  /** Forgets batches of some time ago, once their files have reached the disk. */
  settle(now: Date): Promise<void>
  /** Absolute file path of an existing file, for readers that need random access. */
  locate(path: StorePath): Promise<string>
  /**
   * All that is below a folder as files of this machine, for readers of many: only to be read, and none may be looked for
   * before the folder lists it. Released when they are done.
   */
  checkOut(path: StorePath): Promise<CheckedOut>
  /** Removes trash and left-over temporary files that are past their time. */
  prune(now: Date): Promise<void>
}

export const TRASH_DAYS = 7
