import type { WorkspaceFile } from '#shared/contract/workspace.ts'
import type { BaseStore } from '../base/store.ts'
import { byPath } from '../core/tree.ts'

export type FileState = WorkspaceFile['state']
type Shown = Pick<WorkspaceFile, 'kind' | 'state' | 'size' | 'reason'>

/** The state of every file, as the page shows it: in step, unless something else is known about it. */
export interface FileStates {
  set(path: string, state: FileState, reason?: string, size?: number): void
  clear(path: string): void
  /** Replaces all that earlier cycles said. */
  reset(entries: Iterable<readonly [string, Shown]>): void
  count(...states: FileState[]): number
  /** All of them, sorted: for a page, not for a cycle. */
  list(): WorkspaceFile[]
}

export function createFileStates(
  store: BaseStore,
  ignored: () => ReadonlySet<string>,
  onChange: () => void,
): FileStates {
  const special = new Map<string, Shown>()
  const counts = new Map<FileState, number>()
  const count = (state: FileState, by: 1 | -1): void => void counts.set(state, (counts.get(state) ?? 0) + by)
  const put = (path: string, shown: Shown | null): void => {
    const before = special.get(path)
    if (before) count(before.state, -1)
    if (shown) {
      count(shown.state, 1)
      special.set(path, shown)
    } else special.delete(path)
  }
  const synced = (path: string): Shown => {
    const entry = store.trees.get('base', path)
    return { kind: entry?.kind ?? 'file', size: entry?.kind === 'file' ? entry.size : 0, state: 'synced', reason: '' }
  }
  return {
    set(path, state, reason = '', size) {
      const before = special.get(path) ?? synced(path)
      put(path, { ...before, state, reason, size: size ?? before.size })
      onChange()
    },
    clear(path) {
      if (!special.has(path)) return
      put(path, null)
      onChange()
    },
    reset(entries) {
      special.clear()
      counts.clear()
      for (const [path, shown] of entries) put(path, shown)
      onChange()
    },
    count: (...states) => states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
    list() {
      const [times, left] = [store.times(), ignored()]
      const shown = (path: string): Shown =>
        special.get(path) ?? (left.has(path) ? { ...synced(path), state: 'ignored' } : synced(path))
      return [...new Set([...times.keys(), ...special.keys(), ...left])]
        .toSorted(byPath)
        .map((path) => ({ path, at: times.get(path) ?? '', ...shown(path) }))
    },
  }
}
