import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceFile } from '#shared/contract/workspace.ts'
import type { BaseStore } from '../base/store.ts'
import { byPath } from '../core/tree.ts'

type FileState = WorkspaceFile['state']
type DisplayedState = Pick<WorkspaceFile, 'kind' | 'state' | 'size' | 'reason'>

const CONFLICT_REASON = '本地和服务器都修改了该文件，请选择要保留的版本'
const FAILED: readonly FileState[] = ['failed', 'unsupported']

/**
 * The state of every file as shown on the page; in step unless recorded otherwise. Exactly the paths that the store
 * lists as conflicts have the state `conflict`, so that both counts agree.
 */
export interface FileStates {
  set(path: string, state: FileState, reason?: string, size?: number): void
  clear(path: string): void
  /** Replaces the states of earlier cycles. */
  reset(entries: Iterable<readonly [string, DisplayedState]>): void
  /**
   * Adds what a scan found since the last plan, and replaces the findings of the previous scan.
   * @param overPlan the findings override the plan's states, except failures
   */
  recordFindings(entries: Iterable<readonly [string, DisplayedState]>, overPlan: boolean): void
  count(...states: FileState[]): number
  /** All files, sorted; too slow for use in every cycle. */
  list(): WorkspaceFile[]
}

export function createFileStates(
  store: BaseStore,
  ignored: () => ReadonlySet<string>,
  onChange: () => void,
): FileStates {
  const special = new Map<string, DisplayedState>()
  let foundPaths = new Set<string>()
  const counts = new Map<FileState, number>()
  const count = (state: FileState, by: 1 | -1): void => void counts.set(state, (counts.get(state) ?? 0) + by)
  const setState = (path: string, shown: DisplayedState | null): void => {
    const before = special.get(path)
    if (before) count(before.state, -1)
    if (shown) {
      count(shown.state, 1)
      special.set(path, shown)
    } else special.delete(path)
  }
  return {
    set(path, state, reason = '', size) {
      const before = special.get(path) ?? toSyncedState(store, path)
      setState(path, { ...before, state, reason, size: size ?? before.size })
      onChange()
    },
    clear(path) {
      if (!special.has(path)) return
      setState(path, null)
      onChange()
    },
    reset(entries) {
      const before = special.size
      special.clear()
      counts.clear()
      foundPaths.clear()
      for (const [path, shown] of entries) setState(path, shown)
      if (before > 0 || special.size > 0) onChange()
    },
    recordFindings(entries, overPlan) {
      const before = foundPaths
      foundPaths = new Set()
      let isNews = false
      for (const [path, shown] of entries) {
        const known = special.get(path)
        if (known && !before.has(path) && (!overPlan || FAILED.includes(known.state))) continue
        foundPaths.add(path)
        if (known && isDeepStrictEqual(known, shown)) continue
        setState(path, shown)
        isNews = true
      }
      for (const path of before) {
        if (foundPaths.has(path)) continue
        setState(path, null)
        isNews = true
      }
      if (isNews) onChange()
    },
    count(...states) {
      const conflicts = store.conflicts()
      const hidden = conflicts.filter(({ path }) => {
        const state = special.get(path)?.state
        return state !== undefined && states.includes(state)
      })
      const sum = states.reduce((all, state) => all + (counts.get(state) ?? 0), 0)
      return sum - hidden.length + (states.includes('conflict') ? conflicts.length : 0)
    },
    list() {
      const [times, left] = [store.transferTimes(), ignored()]
      const conflicts = new Set(store.conflicts().map(({ path }) => path))
      const shown = (path: string): DisplayedState => {
        const known = special.get(path) ?? toSyncedState(store, path)
        if (conflicts.has(path)) return { ...known, state: 'conflict', reason: CONFLICT_REASON }
        return left.has(path) && !special.has(path) ? { ...known, state: 'ignored' } : known
      }
      return [...new Set([...times.keys(), ...special.keys(), ...left, ...conflicts])]
        .toSorted(byPath)
        .map((path) => ({ path, at: times.get(path) ?? '', ...shown(path) }))
    },
  }
}

function toSyncedState({ trees }: BaseStore, path: string): DisplayedState {
  const entry = trees.get('base', path)
  return { kind: entry?.kind ?? 'file', size: entry?.kind === 'file' ? entry.size : 0, state: 'synced', reason: '' }
}
