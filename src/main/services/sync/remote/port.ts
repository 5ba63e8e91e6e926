import type { FileEntry, Tree } from '../core/tree.ts'

export interface RemoteState {
  /** Grows with every change; what `wait` compares with. */
  version: number
  tree: Tree
  /** Path → the server's own time text, for showing. */
  times: ReadonlyMap<string, string>
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
  /** Resolves when something may have changed since that version, or after a while. */
  wait(version: number, signal: AbortSignal): Promise<void>
}
