import type { IgnoreRules } from './ignoreRules.ts'
import type { Operation, Plan } from './plan.ts'
import { ancestorsOf, type Sides } from './tree.ts'

/**
 * A folder deleted on one side stays on the other while something in it stays there (S10). Then it is made again on the
 * side that deleted it, unless all that stays are files that can't be synced anyway.
 */
export function restoreFoldersInUse(plan: Plan, sides: Sides, ignores: IgnoreRules): void {
  for (const side of ['local', 'remote'] as const) {
    const inUse = new Set<string>()
    const blocked = new Set<string>()
    const doomed = pathsOf(plan.operations, `delete-${side}`)
    if (doomed.size === 0) continue
    for (const [path, entry] of sides[side]) {
      if (doomed.has(path) || ignores(path, entry.kind)) continue
      const stuck = plan.problems.has(path) || ancestorsOf(path).some((folder) => plan.problems.has(folder))
      for (const folder of ancestorsOf(path)) (stuck ? blocked : inUse).add(folder)
    }
    for (const path of plan.problems.keys()) for (const folder of ancestorsOf(path)) blocked.add(folder)
    const again = side === 'local' ? 'make-remote-folder' : 'make-local-folder'
    plan.operations = plan.operations.flatMap((operation): Operation[] => {
      if (operation.action !== `delete-${side}` || sides[side].get(operation.path)?.kind !== 'folder')
        return [operation]
      if (inUse.has(operation.path)) return [{ action: again, path: operation.path }]
      return blocked.has(operation.path) ? [] : [operation]
    })
  }
}

function pathsOf(operations: readonly Operation[], action: Operation['action']): Set<string> {
  return new Set(operations.filter((operation) => operation.action === action).map(({ path }) => path))
}
