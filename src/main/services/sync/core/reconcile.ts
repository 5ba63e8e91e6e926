import { dropCollidingCreations } from './collisions.ts'
import { decide } from './decide.ts'
import { restoreFoldersInUse } from './folders.ts'
import type { IgnoreRules } from './ignoreRules.ts'
import { caseCollisions, nameProblem } from './names.ts'
import type { Plan, Problem } from './plan.ts'
import { byPath, isUnder, type Sides } from './tree.ts'
import { CLASH, settleKindChange } from './kindChange.ts'

/** Makes the plan that brings both sides in step. Pure: the same trees give the same plan. */
export function reconcile(sides: Sides, ignores: IgnoreRules, known: ReadonlyMap<string, Problem> = new Map()): Plan {
  const plan: Plan = { operations: [], conflicts: [], problems: new Map(known), again: false }
  const paths = [...new Set([...sides.base.keys(), ...sides.local.keys(), ...sides.remote.keys()])].toSorted(byPath)
  for (const [path, problem] of problemsOf(sides, ignores)) plan.problems.set(path, problem)
  /** Where a file and a folder change places: only deletions may happen below in this plan. */
  const turning = new Map<string, 'local' | 'remote'>()
  for (const path of paths) {
    if (isUnder(path, plan.problems)) continue
    const [base, local, remote] = [sides.base.get(path), sides.local.get(path), sides.remote.get(path)]
    if (ignores(path, (local ?? remote ?? base)?.kind ?? 'file')) {
      // S21: an ignored path is removed from the base; when it is no longer ignored, both sides are compared afresh.
      if (base) plan.operations.push({ action: 'forget', path })
      continue
    }
    const decision = decide(path, base, local, remote)
    if (decision.kind === 'conflict') plan.conflicts.push(decision.conflict)
    if (decision.kind === 'clash') plan.problems.set(path, CLASH)
    if (decision.kind === 'turning') turning.set(path, decision.side)
    if (decision.kind === 'do' || decision.kind === 'turning') plan.operations.push(decision.operation)
  }
  settleKindChange(plan, turning, sides)
  restoreFoldersInUse(plan, sides, ignores)
  dropCollidingCreations(plan, sides)
  return plan
}

/** Names that can't be synced (S33, S34, S36). What is ignored is nobody's problem. */
function problemsOf({ local, remote }: Sides, ignores: IgnoreRules): Map<string, Problem> {
  const problems = new Map<string, Problem>()
  const names = [local, remote].map((tree) =>
    [...tree].filter(([path, { kind }]) => !ignores(path, kind)).map(([path]) => path),
  )
  for (const path of new Set(names.flat())) {
    const reason = nameProblem(path)
    if (reason) problems.set(path, { state: 'unsupported', reason })
  }
  for (const side of names) {
    for (const [path, other] of caseCollisions(side)) {
      problems.set(path, { state: 'unsupported', reason: `与“${other}”只有大小写不同，两个都没有同步；请改名` })
    }
  }
  return problems
}
