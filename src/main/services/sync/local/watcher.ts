import type { IgnoreRules } from '../core/ignoreRules.ts'

/** Whether the system watches a whole tree with one watch; elsewhere each folder needs its own. */
export const IS_RECURSIVE = process.platform === 'win32' || process.platform === 'darwin'

export interface Watcher {
  /**
   * Starts watching the direct contents of a folder. Returns whether the watch is new, so that the folder must be
   * listed again; an asynchronous watcher returns false and calls `onFollowed` later. '' is the root, which comes
   * first.
   */
  watch(folder: string): boolean
  /** The folder and everything below it is gone, or another folder has its name. */
  unwatch(folder: string): void
  close(): void
}

/** All paths are names on the disk, relative to the root. */
export interface WatchHooks {
  /** A path may have changed. */
  onHint: (disk: string) => void
  /** This folder is watched from now on: earlier reads of it must be repeated. '' is the whole root. */
  onFollowed: (folder: string) => void
  /** Hints may be missing from now on. */
  onTrouble: (error: unknown) => void
}

export interface WatchedFolder {
  root: string
  /** Number of files that the folder is known to have. */
  files: number
  /** Ignored folders are not watched. Called each time, because the rules may change. */
  ignores: IgnoreRules
}

/** watchFolder or a test's replacement. Hints may repeat, come late or out of order. */
export type WatchFolder = (folder: WatchedFolder, hooks: WatchHooks) => Watcher
