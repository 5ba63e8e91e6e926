import type { IgnoreRules } from '../core/ignoreRules.ts'

/** The system watches all below a folder by one watch; elsewhere each folder is watched by itself. */
export const IS_RECURSIVE = process.platform === 'win32' || process.platform === 'darwin'

export interface Watcher {
  /**
   * Follows what is right in this folder from now on. Answers whether hints of it come only now, so that it must be
   * listed once more; a watcher that needs time answers false and calls `onFollowed` later. '' is the root, and comes first.
   */
  follow(folder: string): boolean
  /** The folder, with all below it, is not there any more, or another one has its name. */
  forget(folder: string): void
  close(): void
}

/** All paths are names on the disk, relative to the root. */
export interface WatchHooks {
  /** A path may have changed. */
  onHint: (disk: string) => void
  /** Hints of this folder come from now on: what was read in it before must be read again. '' is all of the root. */
  onFollowed: (folder: string) => void
  /** Hints may be missing from now on. */
  onTrouble: (error: unknown) => void
}

export interface WatchedFolder {
  root: string
  /** Files that the folder is known to hold. */
  files: number
  /** Ignored folders are not followed. Asked each time, because the rules may change. */
  ignores: IgnoreRules
}

/** As watchFolder, or as tests put it in its place: hints are only hints, so they may come twice, late or in another order. */
export type WatchFolder = (folder: WatchedFolder, hooks: WatchHooks) => Watcher
