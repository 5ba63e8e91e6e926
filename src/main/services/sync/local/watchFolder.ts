import { sep } from 'node:path'
import { watchWithChokidar } from './chokidarWatch.ts'
import { watchFolders } from './folderWatch.ts'
import type { WatchFolder } from './watcher.ts'

/**
 * With this many files or more, the process would exceed its 150 MB with chokidar, which lists every folder at its
 * start (decision 069).
 */
export const MAX_FOR_CHOKIDAR = 20_000

/**
 * Reports paths that may have changed, by their names on the disk. Hints only: scans find the real changes and those
 * without a hint (S1, S4).
 */
export const watchFolder: WatchFolder = (folder, hooks) => {
  // chokidar treats a backslash as a separator, even where it is a character of a name.
  const isPlain = sep === '\\' || !folder.root.includes('\\')
  const watch = isPlain && folder.files < MAX_FOR_CHOKIDAR ? watchWithChokidar : watchFolders
  return watch(folder, hooks)
}
