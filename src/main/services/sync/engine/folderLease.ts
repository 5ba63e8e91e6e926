import { lstat } from 'node:fs/promises'
import { folderStampOf } from '../local/folderJobs.ts'
import { lockFolder, type FolderLock, type LockTime } from '../local/lock.ts'
import { isFolder, createReservedFolder, prepareLayout, chooseTrashAndLock, type Layout } from '../local/layout.ts'
import type { Watcher, WatchFolder, WatchHooks } from '../local/watcher.ts'
import type { IgnoreRules } from '../core/ignoreRules.ts'

interface FolderLeaseDeps extends Pick<WatchHooks, 'onHint' | 'onFollowed'> {
  layout: Layout
  template: string
  /** null in tests that rely on scans alone (S4). */
  watch: WatchFolder | null
  /** Number of files that the folder is known to have. */
  countFiles: () => number
  ignores: IgnoreRules
  /** Called when this process has locked the folder and the watcher runs. */
  onAcquired: (watcher: Watcher | null) => Promise<void>
  /** The whole folder must be scanned. */
  onTrouble: (error: unknown) => void
  /** Default: the real time. */
  time?: LockTime
}

/** A process's exclusive use of a workspace folder: locked (S30), with its reserved folders, and watched. */
export interface FolderLease {
  /**
   * Locks the folder if necessary and creates its reserved folders. Returns false if the folder is missing. Error:
   * locked.
   */
  acquire(): Promise<boolean>
  /** Like `take`, but recreates no reserved folder that git removed; for scans only. */
  acquireForScan(): Promise<boolean>
  /** Whether the watcher works; false: only scans find changes. */
  isWatching(): boolean
  release(): Promise<void>
}

export function createFolderLease({
  layout,
  template,
  watch,
  countFiles,
  ignores,
  onAcquired,
  onHint,
  onFollowed,
  onTrouble,
  time,
}: FolderLeaseDeps): FolderLease {
  let lock: FolderLock | null = null
  let watcher: Watcher | null = null
  let hasHints = false
  /** Identity of the watched folder: a disk that is connected again may hold another folder under the same name. */
  let root = ''
  const release = async (): Promise<void> => {
    hasHints = false
    watcher?.close()
    watcher = null
    await lock?.release()
    lock = null
  }
  const lockAndWatch = async (): Promise<void> => {
    root = await identityOf(layout.root)
    await createReservedFolder(layout)
    await chooseTrashAndLock(layout)
    lock = await lockFolder(layout, template, time)
    lock.lost.addEventListener('abort', () => onTrouble(lock?.lost.reason))
    await prepareLayout(layout)
    hasHints = watch !== null
    if (watch) {
      const onWatchTrouble = (error: unknown): void => {
        hasHints = false
        onTrouble(error)
      }
      const folder = { root: layout.root, files: countFiles(), ignores }
      watcher = watch(folder, { onHint, onFollowed, onTrouble: onWatchTrouble })
    }
    await onAcquired(watcher)
  }
  const tryAcquire = async (prepare: boolean): Promise<boolean> => {
    if (lock?.lost.aborted) await release()
    if (!(await isFolder(layout.root))) return false
    try {
      if (lock && root !== (await identityOf(layout.root))) await release()
      if (!lock) await lockAndWatch()
      else if (prepare) await createReservedFolder(layout)
      return true
    } catch (error) {
      // The folder vanished after the check.
      if (await isFolder(layout.root)) throw error
      await release()
      return false
    }
  }
  return {
    acquire: () => tryAcquire(true),
    acquireForScan: () => tryAcquire(false),
    isWatching: () => hasHints,
    release,
  }
}

const identityOf = async (path: string): Promise<string> => folderStampOf(await lstat(path, { bigint: true }))
