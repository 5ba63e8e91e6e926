import type { Problem } from '../core/plan.ts'
import type { Tree } from '../core/tree.ts'

/** Tracks missing paths and decides when they count as deleted. */
export interface DeletionSettler {
  /** The missing paths that must wait; empty once nothing new went missing for the settling time. */
  findUnsettled(base: Tree, side: Tree): string[]
}

/**
 * S5, S16: an editor's delete-and-create, a slow `rm -r` and a save during a listing all look like deletions briefly.
 * All deletions of one side count together once the newest is old enough, so that S18 sees them as one.
 */
export function createDeletionSettler(settleMs: number, now: () => number): DeletionSettler {
  let known = new Set<string>()
  let latest = 0
  return {
    findUnsettled(base, side) {
      const missing = [...base.keys()].filter((path) => !side.has(path))
      if (missing.some((path) => !known.has(path))) latest = now()
      known = new Set(missing)
      return now() - latest < settleMs ? missing : []
    },
  }
}

export const STILL_WRITING: Problem = { state: 'waiting', reason: '文件正在写入，写完后同步' }
export const MAYBE_DELETED: Problem = { state: 'waiting', reason: '刚刚被删除，稍后确认' }
