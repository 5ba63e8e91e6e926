import { caseKey } from './names.ts'
import type { Plan } from './plan.ts'
import { isUnder, type Sides } from './tree.ts'
import { writesTo } from './kindChange.ts'

/**
 * S33: nothing is made on a side where another name differs only in case. If that other one is being deleted (a
 * case-only rename), or may be, the creation comes with a later plan; else both are reported.
 */
export function dropCollidingCreations(plan: Plan, sides: Sides): void {
  for (const side of ['local', 'remote'] as const) {
    const present = new Map([...sides[side].keys()].map((path) => [caseKey(path), path]))
    const doomed = new Set(plan.operations.filter((o) => o.action === `delete-${side}`).map(({ path }) => path))
    const waiting = new Set<string>()
    for (const operation of plan.operations) {
      const other = present.get(caseKey(operation.path))
      if (writesTo(operation) !== side || other === undefined || other === operation.path) continue
      waiting.add(operation.path)
      if (doomed.has(other)) {
        plan.again = true
        continue
      }
      // Whether the other one is gone is not sure yet: the plan that is made then tells.
      if (plan.problems.get(other)?.state === 'waiting') continue
      const reason = (name: string): string => `与“${name}”只有大小写不同，两个都没有同步；请改名`
      plan.problems.set(operation.path, { state: 'unsupported', reason: reason(other) })
      plan.problems.set(other, { state: 'unsupported', reason: reason(operation.path) })
    }
    plan.operations = plan.operations.filter(
      (operation) =>
        !(writesTo(operation) === side && isUnder(operation.path, waiting)) && !isUnder(operation.path, plan.problems),
    )
  }
}
