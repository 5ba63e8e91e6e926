import type { Entry, FileEntry } from './tree.ts'

/**
 * One step of a plan. `expected` is the entry that must be at the target right before the step (S11, S12); null for
 * none. adopt and forget change only the base, because both sides already agree.
 */
export type Operation =
  | { action: 'download' | 'upload'; path: string; entry: FileEntry; expected: FileEntry | null }
  | { action: 'delete-local' | 'delete-remote'; path: string; expected: Entry }
  | { action: 'make-local-folder' | 'make-remote-folder'; path: string }
  | { action: 'adopt'; path: string; entry: Entry }
  | { action: 'forget'; path: string }

/** A file that both sides changed differently since the base. */
export interface Conflict {
  path: string
  base: FileEntry | null
  local: FileEntry
  remote: FileEntry
}

/**
 * Why a path and everything below it is skipped. unsupported: the path can't be synced as it is. waiting: temporary.
 */
export interface Problem {
  state: 'waiting' | 'unsupported' | 'failed'
  reason: string
}

/** What one cycle is going to do: plain data, ordered by path. */
export interface Plan {
  operations: Operation[]
  conflicts: Conflict[]
  problems: Map<string, Problem>
  /** Some steps must wait until this plan's deletions are done: plan again right after. */
  needsReplan: boolean
}
