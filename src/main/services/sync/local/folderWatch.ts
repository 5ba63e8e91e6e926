import { type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { nameOf } from '../core/tree.ts'
import { isMissing } from './hash.ts'
import { IS_RECURSIVE, type WatchedFolder, type Watcher, type WatchHooks } from './watcher.ts'

/**
 * Watches a folder of any size: needs one handle per folder and reads nothing. On Linux each folder is watched
 * separately; elsewhere the system watches the whole tree.
 */
export function watchFolders(
  { root }: Pick<WatchedFolder, 'root'>,
  { onHint, onTrouble }: Pick<WatchHooks, 'onHint' | 'onTrouble'>,
  recursive = IS_RECURSIVE,
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
    watch(folder) {
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
    unwatch(folder) {
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
