import { watch } from 'chokidar'
import { join, relative, sep } from 'node:path'
import { normalize, RESERVED_FOLDER } from '../core/names.ts'

export interface Watcher {
  close(): Promise<void>
}

/**
 * Tells which paths may have changed. Only a hint: what really changed is found by hashing, and what it misses by the
 * scan on a timer (S1, S4). `onTrouble`: hints may be missing from now on.
 */
export function watchFolder(
  root: string,
  onHint: (path: string) => void,
  onTrouble: (error: unknown) => void,
): Watcher {
  const reserved = join(root, RESERVED_FOLDER)
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path === reserved || path.startsWith(reserved + sep) || LITTER.test(path),
  })
  watcher.on('all', (_event, path) => onHint(normalize(relative(root, path).split(sep).join('/'))))
  // What changed while the watcher was looking around for the first time has no event.
  watcher.on('ready', () => onHint(''))
  watcher.on('error', onTrouble)
  return { close: () => watcher.close() }
}

/** Big folders of other programs: watching them would cost thousands of handles. */
const LITTER = /[\\/](\.git|\.svn|\.hg|node_modules)([\\/]|$)/
