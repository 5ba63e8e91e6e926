import type { Entry, FileEntry } from './tree.ts'

/**
 * One step of a plan. `expected` is what must stand at the target right before the step (S11, S12), null for nothing.
 * adopt and forget change the base only: both sides agree already.
 */
export type Operation =
  | { action: 'download' | 'upload'; path: string; entry: FileEntry; expected: FileEntry | null }
  | { action: 'delete-local' | 'delete-remote'; path: string; expected: Entry }
  | { action: 'make-local-folder' | 'make-remote-folder'; path: string }
  | { action: 'adopt'; path: string; entry: Entry }
  | { action: 'forget'; path: string }

/** Both sides changed one file differently since the base. */
export interface Conflict {
  path: string
  base: FileEntry | null
  local: FileEntry
  remote: FileEntry
}

/** Why a path (with all below it) is left alone. unsupported: it can't be synced as it is. waiting: only for now. */
export interface Problem {
  state: 'waiting' | 'unsupported' | 'failed'
  reason: string
}

/** What one cycle is about to do: data only, in the order of the paths. */
export interface Plan {
  operations: Operation[]
  conflicts: Conflict[]
  problems: Map<string, Problem>
  /** Something has to wait for this plan's deletions: plan again right after. */
  again: boolean
}
