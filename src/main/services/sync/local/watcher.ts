import { type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { nameOf } from '../core/tree.ts'
import { isMissing } from './hash.ts'

export interface Watcher {
  /** Hints come of what is right in this folder from now on; answers whether they didn't before. '' is the root. */
  follow(folder: string): boolean
  /** The folder, with all below it, is not there any more. */
  forget(folder: string): void
  close(): void
}

/** As watchFolder, or as tests put it in its place: hints are only hints, so they may come twice, late or in another order. */
export type WatchFolder = (root: string, onHint: (disk: string) => void, onTrouble: (error: unknown) => void) => Watcher

/**
 * Tells which paths may have changed, by their names on the disk. Only a hint: what really changed is found by looking,
 * and what it misses by scans (S1, S4). Linux watches each folder by itself, which costs a hundredth of watching each
 * file; elsewhere the system watches all below the root. `onTrouble`: hints may be missing from now on.
 */
export function watchFolder(
  root: string,
  onHint: (disk: string) => void,
  onTrouble: (error: unknown) => void,
  recursive = process.platform === 'win32' || process.platform === 'darwin',
): Watcher {
  const watchers = new Map<string, FSWatcher>()
  const hint = (folder: string, name: string | null): void => {
    if (name === null) return onHint(folder)
    const disk = name.split(sep).join('/')
    onHint(folder ? `${folder}/${disk}` : disk)
    // inotify reports a change of the watched folder itself under the folder's own name.
    if (!recursive && name === nameOf(folder || root)) onHint(folder)
  }
  const add = (folder: string): void => {
    const watcher = watch(join(root, folder), { recursive, persistent: false }, (_event, name) => hint(folder, name))
    watcher.on('error', onTrouble)
    watchers.set(folder, watcher)
  }
  return {
    follow(folder) {
      if (recursive && folder !== '') return false
      if (watchers.has(folder)) return false
      try {
        add(folder)
        return true
      } catch (error) {
        // The folder has been removed since; the watch on its parent reports that.
        if (folder === '' || !isMissing(error)) onTrouble(error)
        return false
      }
    },
    forget(folder) {
      if (recursive) return
      for (const [path, watcher] of watchers) {
        if (path !== folder && !path.startsWith(`${folder}/`)) continue
        watcher.close()
        watchers.delete(path)
      }
    },
    close() {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}
