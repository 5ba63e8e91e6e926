import type { AppError } from '#shared/errors/index.ts'
import type { Entry, FileEntry, FolderEntry, Tree } from '../core/tree.ts'

/** A state of a template on its server: compared for being the same, and given back; nothing else is known of it. */
export type RemoteVersion = string

export interface RemoteState {
  /** Another one with every change; what `wait` and `changes` compare with. */
  version: RemoteVersion
  tree: Tree
  /** Path → the server's own time text, for showing. */
  times: ReadonlyMap<string, string>
}

/** What came between two versions. */
export type RemoteChanges =
  | {
      reset: false
      version: RemoteVersion
      /** Path → what stands there now; null: nothing. Of a folder that went, everything below it is named too. */
      changed: ReadonlyMap<string, Entry | null>
      /** Of those that stand there. */
      times: ReadonlyMap<string, string>
    }
  /** The server does not remember that far back, or has been set back itself: list everything again. */
  | { reset: true; version: RemoteVersion }

/** A small file to send, with its bytes; a file of any size that the server holds at `from`; or a folder to make. */
export type RemoteWrite =
  | { path: string; entry: FileEntry; bytes: Buffer; expected: FileEntry | null }
  | { path: string; entry: FileEntry; from: string; expected: FileEntry | null }
  | { path: string; entry: FolderEntry }

/** What became of one path of many; the others are not touched by it. */
export type RemoteOutcome =
  | { is: 'ok' }
  /** Something else stands there than was expected (S11): plan again. `current`: a content's SHA-256, `folder` or `none`. */
  | { is: 'conflict'; current: string }
  | { is: 'error'; error: AppError }

/** Most that one call of `readMany`, `putMany` or `removeMany` takes; the caller divides its work by them. */
interface BatchLimits {
  paths: number
  /** Of all files together. */
  bytes: number
  /** Larger files go alone (`read`, `put`). */
  fileBytes: number
}

/**
 * The files of one template on a server. Every failure is an AppError; `conflict` means that something else stands
 * there than was expected (S11): plan again.
 */
export interface Remote {
  /**
   * Everything that is there: now, or, of a server that has to be polled, when it was last looked at and found changed.
   * An answer that is not whole throws: it must never look like deletions (S19).
   */
  list(signal: AbortSignal): Promise<RemoteState>
  /** What changed since a version. Absent where only `list` tells. Own writes are among the changes. */
  changes?(since: RemoteVersion, signal: AbortSignal): Promise<RemoteChanges>
  /** A person asks: what was listed before counts no more. Absent where `list` always asks the server. */
  refresh?(): void
  /** Writes the file's bytes to the path `to`; the caller verifies them. */
  read(path: string, to: string, signal: AbortSignal): Promise<void>
  /** Makes the file hold `source`, if what stands there is `expected` (null: nothing). */
  put(
    path: string,
    source: { file: string; entry: FileEntry },
    expected: FileEntry | null,
    signal: AbortSignal,
  ): Promise<void>
  removeFile(path: string, expected: FileEntry, signal: AbortSignal): Promise<void>
  /** An empty folder only. */
  removeFolder(path: string, signal: AbortSignal): Promise<void>
  makeFolder(path: string, signal: AbortSignal): Promise<void>
  /**
   * Resolves when something may have changed since that version, or after a while: with the changes where the server
   * tells them, else with null.
   */
  wait(version: RemoteVersion, signal: AbortSignal): Promise<RemoteChanges | null>
  /**
   * Who made a path what it is, or removed it, and on which computer, as far as the last answers told it: `王芳（设计部-3）`; ''
   * when nobody knows. Absent where the server does not tell it.
   */
  authorOf?(path: string): string
  /** Absent where every file is a request of its own. */
  batch?: RemoteBatch
}

/** Many small files in one request each, and in one durable commit of the server. */
export interface RemoteBatch {
  limits: BatchLimits
  /** `putMany` takes files with `from`. */
  copies: boolean
  /**
   * Calls `onFile` with the whole content of each, in any order; the caller verifies it. A file that can't be read comes
   * as its error (`not-found`: it is gone) and holds up no other.
   */
  readMany(
    files: readonly { path: string; entry: FileEntry }[],
    onFile: (path: string, content: Buffer | AppError) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * Writes each whose expectation holds; one entry of the answer for each path, in their order. Missing parents are
   * made. A path that holds what is meant already is `ok`: a call whose answer was lost is just made again.
   */
  putMany(files: readonly RemoteWrite[], signal: AbortSignal): Promise<RemoteOutcome[]>
  /** The same for removals, in the order given: files by their content, folders when they are empty. */
  removeMany(paths: readonly { path: string; expected: Entry }[], signal: AbortSignal): Promise<RemoteOutcome[]>
}
