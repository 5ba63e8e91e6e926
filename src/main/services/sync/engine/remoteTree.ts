import type { SyncTrees } from '../core/syncTrees.ts'
import { ancestorsOf, FOLDER, sameEntry, type Entry, type Tree } from '../core/tree.ts'
import type { Remote, RemoteChanges, RemoteVersion } from '../remote/port.ts'

/** Keeps the remote tree in step with the server: what changed, where the server can tell that, else all of it. */
export interface RemoteTree {
  /** Error: whatever the server's answer is not whole for; then nothing has changed here (S19). */
  refresh(remote: Remote, signal: AbortSignal): Promise<void>
  /**
   * Takes what a wait brought. true: it only repeats what is known, as with own writes, and there is nothing to do.
   * false: ask the server; what came may be older than what was written since.
   */
  knows(changes: RemoteChanges): boolean
  /** The next time everything is listed. */
  forget(): void
  /** Of the last answer; null before the first. */
  version(): RemoteVersion | null
}

export function createRemoteTree(trees: SyncTrees): RemoteTree {
  let version: RemoteVersion | null = null
  /** Another connection may be another server. */
  let of: Remote | null = null
  return {
    async refresh(remote, signal) {
      if (version !== null && of === remote && remote.changes) {
        const answer = await remote.changes(version, signal)
        if (!answer.reset) {
          for (const [path, entry] of answer.changed) change(trees, path, entry)
          version = answer.version
          return
        }
      }
      const state = await remote.list(signal)
      replace(trees, state.tree)
      version = state.version
      of = remote
    },
    knows(changes) {
      if (changes.reset) return false
      for (const [path, entry] of changes.changed) {
        if (!sameEntry(trees.get('remote', path), entry ?? undefined)) return false
      }
      version = changes.version
      return true
    },
    forget() {
      of = null
    },
    version: () => version,
  }
}

function change(trees: SyncTrees, path: string, entry: Entry | null): void {
  if (sameEntry(trees.get('remote', path), entry ?? undefined)) return
  if (!entry) for (const below of trees.below('remote', path)) trees.set('remote', below, null)
  else for (const folder of ancestorsOf(path)) if (!trees.get('remote', folder)) trees.set('remote', folder, FOLDER)
  trees.set('remote', path, entry)
}

function replace(trees: SyncTrees, tree: Tree): void {
  const gone = [...trees.below('remote', '')].filter((path) => !tree.has(path))
  for (const path of gone) trees.set('remote', path, null)
  for (const [path, entry] of tree) {
    if (!sameEntry(trees.get('remote', path), entry)) trees.set('remote', path, entry)
  }
}
