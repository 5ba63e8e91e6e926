import type { Operation, Plan, Problem } from './plan.ts'
import type { Sides } from './tree.ts'

export const KIND_CLASH: Problem = {
  state: 'failed',
  reason: '一边是文件，另一边是同名的文件夹，两边都保持原样；请把其中一个改名',
}

/** The side that an operation writes to; null for deletions and for changes of the base alone. */
export function getWrittenSide(operation: Operation): 'local' | 'remote' | null {
  if (operation.action === 'download' || operation.action === 'make-local-folder') return 'local'
  return operation.action === 'upload' || operation.action === 'make-remote-folder' ? 'remote' : null
}

/**
 * Handles paths that change between file and folder: this plan deletes the old entry, the next plan creates the new
 * one. If something inside an old folder must survive, neither side is changed.
 */
export function resolveKindChanges(plan: Plan, turning: ReadonlyMap<string, 'local' | 'remote'>, sides: Sides): void {
  for (const [top, side] of turning) {
    const below = (path: string): boolean => path.startsWith(`${top}/`)
    const survives =
      sides[side].get(top)?.kind === 'folder' &&
      ([...plan.problems.keys()].some(below) ||
        plan.operations.some((operation) => below(operation.path) && ![null, side].includes(getWrittenSide(operation))))
    if (survives) plan.problems.set(top, KIND_CLASH)
    else plan.needsReplan = true
    plan.operations = plan.operations.filter((operation) => {
      const inside = below(operation.path)
      return survives ? !inside && operation.path !== top : !(inside && getWrittenSide(operation) === side)
    })
  }
}
