import { lstat } from 'node:fs/promises'
import { folderStampOf } from '../local/folderJobs.ts'
import { lockFolder, type FolderLock, type LockTime } from '../local/lock.ts'
import { isFolder, makeReserved, prepareLayout, settleLayout, type Layout } from '../local/layout.ts'
import type { Watcher, WatchFolder, WatchHooks } from '../local/watcher.ts'
import type { IgnoreRules } from '../core/ignoreRules.ts'

interface FolderLeaseDeps extends Pick<WatchHooks, 'onHint' | 'onFollowed'> {
  layout: Layout
  template: string
  /** null in tests of what the scan alone must find (S4). */
  watch: WatchFolder | null
  /** How many files the folder is known to hold. */
  countFiles: () => number
  ignores: IgnoreRules
  /** The folder is this process's now, and this watcher looks at it. */
  onTaken: (watcher: Watcher | null) => Promise<void>
  /** The folder must be looked at as a whole. */
  onTrouble: (error: unknown) => void
  /** Absent: the real one. */
  time?: LockTime
}

/** The folder while this process syncs it: locked (S30), its places ready, and watched. */
export interface FolderLease {
  /** Takes the folder, unless it is held already, with its places for work; false: it is missing. Error: locked. */
  take(): Promise<boolean>
  /** Takes the folder, unless it is held already, just to look at it: nothing is made in it that git took away. */
  look(): Promise<boolean>
  /** Hints come in; false: only scans find changes. */
  watching(): boolean
  release(): Promise<void>
}

export function createFolderLease({
  layout,
  template,
  watch,
  countFiles,
  ignores,
  onTaken,
  onHint,
  onFollowed,
  onTrouble,
  time,
}: FolderLeaseDeps): FolderLease {
  let lock: FolderLock | null = null
  let watcher: Watcher | null = null
  let hints = false
  /** The folder that the watcher looks at: a disk that comes back is another one under the same name. */
  let root = ''
  const release = async (): Promise<void> => {
    hints = false
    watcher?.close()
    watcher = null
    await lock?.release()
    lock = null
  }
  const lockAndWatch = async (): Promise<void> => {
    root = await identityOf(layout.root)
    await makeReserved(layout)
    await settleLayout(layout)
    lock = await lockFolder(layout, template, time)
    lock.lost.addEventListener('abort', () => onTrouble(lock?.lost.reason))
    await prepareLayout(layout)
    hints = watch !== null
    if (watch) {
      const onWatchTrouble = (error: unknown): void => {
        hints = false
        onTrouble(error)
      }
      const folder = { root: layout.root, files: countFiles(), ignores }
      watcher = watch(folder, { onHint, onFollowed, onTrouble: onWatchTrouble })
    }
    await onTaken(watcher)
  }
  const hold = async (prepare: boolean): Promise<boolean> => {
    if (lock?.lost.aborted) await release()
    if (!(await isFolder(layout.root))) return false
    try {
      if (lock && root !== (await identityOf(layout.root))) await release()
      if (!lock) await lockAndWatch()
      else if (prepare) await makeReserved(layout)
      return true
    } catch (error) {
      // The folder vanished after it was looked at.
      if (await isFolder(layout.root)) throw error
      await release()
      return false
    }
  }
  return {
    take: () => hold(true),
    look: () => hold(false),
    watching: () => hints,
    release,
  }
}

const identityOf = async (path: string): Promise<string> => folderStampOf(await lstat(path, { bigint: true }))
