import type { AppError } from '#shared/errors/index.ts'
import type { Entry, FileEntry, FolderEntry, Tree } from '../core/tree.ts'

/** Identifies a state of a template on its server. Opaque: only compared for equality and sent back. */
export type RemoteVersion = string

export interface RemoteState {
  /** Differs after every change; `wait` and `changes` start from it. */
  version: RemoteVersion
  tree: Tree
  /** Path → the server's own time text, for display. */
  times: ReadonlyMap<string, string>
}

/** The changes between two versions. */
export type RemoteChanges =
  | {
      reset: false
      version: RemoteVersion
      /** Path → its new entry; null: removed. For a removed folder, everything below it is listed too. */
      changed: ReadonlyMap<string, Entry | null>
      /** Times of the existing paths. */
      times: ReadonlyMap<string, string>
    }
  /** The version is too old, or the server was restored from a backup: list everything again. */
  | { reset: true; version: RemoteVersion }

/** A small file to upload, a file that the server copies from `from`, or a folder to create. */
export type RemoteWrite =
  | { path: string; entry: FileEntry; bytes: Buffer; expected: FileEntry | null }
  | { path: string; entry: FileEntry; from: string; expected: FileEntry | null }
  | { path: string; entry: FolderEntry }

/** The outcome for one path of a batch; it does not affect the other paths. */
export type RemoteOutcome =
  | { is: 'ok' }
  /** The path differs from what was expected (S11): plan again. `current`: a content's SHA-256, `folder` or `none`. */
  | { is: 'conflict'; current: string }
  | { is: 'error'; error: AppError }

/** Limits of one call of `readMany`, `putMany` or `removeMany`; the caller divides its work accordingly. */
interface BatchLimits {
  paths: number
  /** Total of all files. */
  bytes: number
  /** Larger files go alone (`read`, `put`). */
  fileBytes: number
}

/**
 * The files of one template on a server. Every failure is an AppError; `conflict` means that the path differs from what
 * was expected (S11): plan again.
 */
export interface Remote {
  /**
   * Everything on the server: now, or, for a polled server, as of the last poll that found a change. An incomplete
   * response throws: it must never look like deletions (S19).
   */
  list(signal: AbortSignal): Promise<RemoteState>
  /** Changes since a version, including own writes. Absent if the server has only `list`. */
  changes?(since: RemoteVersion, signal: AbortSignal): Promise<RemoteChanges>
  /** Discards the cached listing on a person's request. Absent if `list` always queries the server. */
  refresh?(): void
  /** Downloads the file to the path `to`; the caller verifies it. */
  read(path: string, to: string, signal: AbortSignal): Promise<void>
  /** Writes `source` to the path if its current content is `expected` (null: none). */
  put(
    path: string,
    source: { file: string; entry: FileEntry },
    expected: FileEntry | null,
    signal: AbortSignal,
  ): Promise<void>
  removeFile(path: string, expected: FileEntry, signal: AbortSignal): Promise<void>
  /** Removes an empty folder. */
  removeFolder(path: string, signal: AbortSignal): Promise<void>
  makeFolder(path: string, signal: AbortSignal): Promise<void>
  /**
   * Resolves when something may have changed since that version, or after a while: with the changes if the server
   * reports them, otherwise with null.
   */
  wait(version: RemoteVersion, signal: AbortSignal): Promise<RemoteChanges | null>
  /**
   * Account and computer that last changed or removed a path, as of the last response: `王芳（设计部-3）`; '' when unknown.
   * Absent if the server doesn't report it.
   */
  authorOf?(path: string): string
  /** Absent if every file needs its own request. */
  batch?: RemoteBatch
}

/** Transfers many small files in one request, and in one durable commit of the server. */
export interface RemoteBatch {
  limits: BatchLimits
  /** Whether `putMany` accepts files with `from`. */
  copies: boolean
  /**
   * Calls `onFile` with the whole content of each file, in any order; the caller verifies it. A file that can't be read
   * is reported with its error (`not-found`: it is gone) and doesn't affect the others.
   */
  readMany(
    files: readonly { path: string; entry: FileEntry }[],
    onFile: (path: string, content: Buffer | AppError) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * Writes each path whose expectation holds; returns one outcome per path in the same order. Missing parents are
   * created. A path that already has the intended content is `ok`, so a call whose response was lost can be repeated.
   */
  putMany(files: readonly RemoteWrite[], signal: AbortSignal): Promise<RemoteOutcome[]>
  /** The same for removals, in the given order: files by content, folders only when empty. */
  removeMany(paths: readonly { path: string; expected: Entry }[], signal: AbortSignal): Promise<RemoteOutcome[]>
}
