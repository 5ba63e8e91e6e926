import type { SyncTrees } from '../core/syncTrees.ts'
import { ancestorsOf, FOLDER, sameEntry, type Entry, type Tree } from '../core/tree.ts'
import type { Remote, RemoteChanges, RemoteVersion } from '../remote/remote.ts'

/** Keeps the remote tree up to date: by the server's change feed if it has one, otherwise by full listings. */
export interface RemoteTree {
  /** Throws when the response is incomplete; then the tree is unchanged (S19). */
  refresh(remote: Remote, signal: AbortSignal): Promise<void>
  /**
   * Applies the result of a wait. true: it only repeats known state, for example own writes. false: query the server,
   * because the result may be older than what was written since.
   */
  applyIfKnown(changes: RemoteChanges): boolean
  /** The next refresh lists everything. */
  invalidate(): void
  /** Version of the last response; null before the first. */
  version(): RemoteVersion | null
}

export function createRemoteTree(trees: SyncTrees): RemoteTree {
  let version: RemoteVersion | null = null
  /** The remote that the version belongs to: another connection may be another server. */
  let versionSource: Remote | null = null
  return {
    async refresh(remote, signal) {
      if (version !== null && versionSource === remote && remote.changes) {
        const answer = await remote.changes(version, signal)
        if (!answer.reset) {
          for (const [path, entry] of answer.changed) applyChange(trees, path, entry)
          version = answer.version
          return
        }
      }
      const state = await remote.list(signal)
      replaceTree(trees, state.tree)
      version = state.version
      versionSource = remote
    },
    applyIfKnown(changes) {
      if (changes.reset) return false
      for (const [path, entry] of changes.changed) {
        if (!sameEntry(trees.get('remote', path), entry ?? undefined)) return false
      }
      version = changes.version
      return true
    },
    invalidate() {
      versionSource = null
    },
    version: () => version,
  }
}

function applyChange(trees: SyncTrees, path: string, entry: Entry | null): void {
  if (sameEntry(trees.get('remote', path), entry ?? undefined)) return
  if (!entry) for (const below of trees.listBelow('remote', path)) trees.set('remote', below, null)
  else for (const folder of ancestorsOf(path)) if (!trees.get('remote', folder)) trees.set('remote', folder, FOLDER)
  trees.set('remote', path, entry)
}

function replaceTree(trees: SyncTrees, tree: Tree): void {
  const gone = [...trees.listBelow('remote', '')].filter((path) => !tree.has(path))
  for (const path of gone) trees.set('remote', path, null)
  for (const [path, entry] of tree) {
    if (!sameEntry(trees.get('remote', path), entry)) trees.set('remote', path, entry)
  }
}
