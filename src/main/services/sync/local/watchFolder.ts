import { sep } from 'node:path'
import { watchWithChokidar } from './chokidarWatch.ts'
import { watchFolders } from './folderWatch.ts'
import type { WatchFolder } from './watcher.ts'

/** With as many files the process would pass its 150 MB with chokidar, which lists every folder at its start (decision 069). */
export const MAX_FOR_CHOKIDAR = 20_000

/**
 * Tells which paths may have changed, by their names on the disk. Only a hint: what really changed is found by looking,
 * and what it misses by scans (S1, S4).
 */
export const watchFolder: WatchFolder = (folder, hooks) => {
  // chokidar takes a backslash for the separator, also where it is a letter of a name.
  const isPlain = sep === '\\' || !folder.root.includes('\\')
  const watch = isPlain && folder.files < MAX_FOR_CHOKIDAR ? watchWithChokidar : watchFolders
  return watch(folder, hooks)
}
