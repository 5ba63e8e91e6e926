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
  const synced = (path: string): Shown => {
    const entry = store.trees.get('base', path)
    return { kind: entry?.kind ?? 'file', size: entry?.kind === 'file' ? entry.size : 0, state: 'synced', reason: '' }
  }
  return {
    set(path, state, reason = '', size) {
      const before = special.get(path) ?? synced(path)
      special.set(path, { ...before, state, reason, size: size ?? before.size })
      onChange()
    },
    clear(path) {
      if (special.delete(path)) onChange()
    },
    reset(entries) {
      special.clear()
      for (const [path, shown] of entries) special.set(path, shown)
      onChange()
    },
    count: (...states) => [...special.values()].filter(({ state }) => states.includes(state)).length,
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
