import { type Stats, lstatSync } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { normalize } from '../core/names.ts'
import { IS_RECURSIVE, type WatchedFolder, type Watcher, type WatchHooks } from './watcher.ts'

/**
 * Watches a folder with chokidar, which finds and follows subfolders. It ignores every file, because its own file
 * events miss changes that keep size and time, and come late. Its raw events name files as the system does.
 *
 * chokidar announces a folder (`addDir`) and watches it in the same turn of the event loop, as the test of this file
 * verifies for the installed version. So a folder is read again after its announcement, and all folders when chokidar
 * is ready.
 */
export function watchWithChokidar({ root, ignores }: WatchedFolder, hooks: WatchHooks): Watcher {
  const top = slashes(resolve(root))
  const followed = new Set<string>()
  /** Folders whose watch may still belong to a former folder of the same name. */
  const replaced = new Set<string>()
  let watcher: FSWatcher | null = null
  let isReady = false
  let isClosed = false

  /** The path relative to the root; null: outside. */
  const diskOf = (path: string): string | null => {
    const full = slashes(path)
    if (full === top) return ''
    return full.startsWith(`${top}/`) ? full.slice(top.length + 1) : null
  }
  const isLeftOut = (path: string, stats?: Stats): boolean => {
    const disk = diskOf(path)
    if (disk === '' || (disk !== null && followed.has(disk))) return false
    if (disk === null || disk.includes('\\') || (stats && !stats.isDirectory())) return true
    return ignores(normalize(disk), 'folder') || !(stats ?? lstatSync(path, { throwIfNoEntry: false }))?.isDirectory()
  }
  /** Runs after the current turn, when the folder is being watched. */
  const announce = (folder: string): void => {
    setImmediate(() => {
      if (!isClosed) hooks.onFollowed(folder)
    })
  }
  const onRawEvent = (event: string, name: string | null, watched: string): void => {
    const folder = diskOf(watched)
    if (folder === null) return
    if (!name) return hooks.onHint(folder)
    const disk = diskOf(join(watched, name))
    if (disk) hooks.onHint(disk)
    // inotify reports a change of the watched folder itself under the folder's own name.
    if (IS_RECURSIVE || name !== basename(watched)) return
    if (event === 'rename' && followed.has(folder)) replaced.add(folder)
    hooks.onHint(folder)
  }
  const start = (): FSWatcher =>
    watch(top, { ignored: isLeftOut, followSymlinks: false, atomic: false, persistent: false })
      .on('raw', (event, name, details) => onRawEvent(event, name, (details as { watchedPath: string }).watchedPath))
      .on('addDir', (path) => {
        const disk = diskOf(path)
        if (disk === null) return
        followed.add(disk)
        replaced.delete(disk)
        if (isReady) announce(disk)
      })
      .on('unlinkDir', (path) => {
        const disk = diskOf(path)
        if (disk !== null) forgetBelow([followed, replaced], disk)
      })
      .on('ready', () => {
        isReady = true
        announce('')
      })
      .on('error', hooks.onTrouble)
  return {
    watch(folder) {
      // The ignore rules are known now, so ignored folders are excluded from the start.
      watcher ??= start()
      const path = folder ? `${top}/${folder}` : top
      if (replaced.has(folder)) {
        watcher.unwatch(path)
        forgetBelow([followed, replaced], folder)
        watcher.add(path)
      } else if (isReady && !followed.has(folder)) watcher.add(path)
      return false
    },
    unwatch(folder) {
      if (!IS_RECURSIVE && followed.has(folder)) replaced.add(folder)
    },
    close() {
      isClosed = true
      // Errors while closing are irrelevant.
      watcher?.close().catch(() => undefined)
    },
  }
}

const slashes = (path: string): string => (sep === '\\' ? path.replaceAll('\\', '/') : path)

function forgetBelow(sets: readonly Set<string>[], folder: string): void {
  for (const set of sets) for (const each of set) if (each === folder || each.startsWith(`${folder}/`)) set.delete(each)
}
