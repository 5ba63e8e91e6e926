import type { IgnoreRules } from './ignoreRules.ts'
import { caseCollisions, nameProblem, caseKey } from './names.ts'
import type { Plan, Problem, Operation, Conflict } from './plan.ts'
import { byPath, isUnder, type Sides, ancestorsOf, sameEntry, type Entry, type FileEntry } from './tree.ts'
import { KIND_CLASH, resolveKindChanges, getWrittenSide } from './kindChange.ts'

/** Makes the plan that brings both sides in step. Pure: the same trees always give the same plan. */
export function reconcile(sides: Sides, ignores: IgnoreRules, known: ReadonlyMap<string, Problem> = new Map()): Plan {
  const plan: Plan = { operations: [], conflicts: [], problems: new Map(known), needsReplan: false }
  const paths = [...new Set([...sides.base.keys(), ...sides.local.keys(), ...sides.remote.keys()])].toSorted(byPath)
  for (const [path, problem] of findNameProblems(sides, ignores)) plan.problems.set(path, problem)
  /** Paths where a file replaces a folder or the reverse: this plan may only delete below them. */
  const turning = new Map<string, 'local' | 'remote'>()
  for (const path of paths) {
    if (isUnder(path, plan.problems)) continue
    const [base, local, remote] = [sides.base.get(path), sides.local.get(path), sides.remote.get(path)]
    if (ignores(path, (local ?? remote ?? base)?.kind ?? 'file')) {
      // S21: an ignored path is removed from the base; once it is no longer ignored, both sides are compared from
      // scratch.
      if (base) plan.operations.push({ action: 'forget', path })
      continue
    }
    const decision = decide(path, base, local, remote)
    if (decision.kind === 'conflict') plan.conflicts.push(decision.conflict)
    if (decision.kind === 'clash') plan.problems.set(path, KIND_CLASH)
    if (decision.kind === 'turning') turning.set(path, decision.side)
    if (decision.kind === 'do' || decision.kind === 'turning') plan.operations.push(decision.operation)
  }
  resolveKindChanges(plan, turning, sides)
  restoreFoldersInUse(plan, sides, ignores)
  dropCollidingCreations(plan, sides)
  return plan
}

/** Paths that can't be synced (S33, S34, S36). Ignored paths are not reported. */
function findNameProblems({ local, remote }: Sides, ignores: IgnoreRules): Map<string, Problem> {
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
      problems.set(path, { state: 'unsupported', reason: `与“${other}”只有大小写不同，两者均未同步，请重命名其中一个` })
    }
  }
  return problems
}

/**
 * S33: prevents creating a path on a side that has a path differing only in case. If that other path is being deleted
 * (a case-only rename) or may be, a later plan creates the new one; otherwise both are reported.
 */
function dropCollidingCreations(plan: Plan, sides: Sides): void {
  for (const side of ['local', 'remote'] as const) {
    const present = new Map([...sides[side].keys()].map((path) => [caseKey(path), path]))
    const doomed = new Set(plan.operations.filter((o) => o.action === `delete-${side}`).map(({ path }) => path))
    const waiting = new Set<string>()
    for (const operation of plan.operations) {
      const other = present.get(caseKey(operation.path))
      if (getWrittenSide(operation) !== side || other === undefined || other === operation.path) continue
      waiting.add(operation.path)
      if (doomed.has(other)) {
        plan.needsReplan = true
        continue
      }
      // The other path may have been deleted; a later plan decides.
      if (plan.problems.get(other)?.state === 'waiting') continue
      const reason = (name: string): string => `与“${name}”只有大小写不同，两者均未同步，请重命名其中一个`
      plan.problems.set(operation.path, { state: 'unsupported', reason: reason(other) })
      plan.problems.set(other, { state: 'unsupported', reason: reason(operation.path) })
    }
    plan.operations = plan.operations.filter(
      (operation) =>
        !(getWrittenSide(operation) === side && isUnder(operation.path, waiting)) &&
        !isUnder(operation.path, plan.problems),
    )
  }
}

/**
 * If one side deleted a folder but the other side keeps something in it, the folder stays (S10) and is created again on
 * the side that deleted it, unless only files remain that can't be synced anyway.
 */
function restoreFoldersInUse(plan: Plan, sides: Sides, ignores: IgnoreRules): void {
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
    const recreate = side === 'local' ? 'make-remote-folder' : 'make-local-folder'
    plan.operations = plan.operations.flatMap((operation): Operation[] => {
      if (operation.action !== `delete-${side}` || sides[side].get(operation.path)?.kind !== 'folder')
        return [operation]
      if (inUse.has(operation.path)) return [{ action: recreate, path: operation.path }]
      return blocked.has(operation.path) ? [] : [operation]
    })
  }
}

function pathsOf(operations: readonly Operation[], action: Operation['action']): Set<string> {
  return new Set(operations.filter((operation) => operation.action === action).map(({ path }) => path))
}

/**
 * What to do with one path. turning: a side replaced a folder by a file or the reverse; `side` still has the old entry,
 * which is deleted first.
 */
type Decision =
  | { kind: 'none' }
  | { kind: 'do'; operation: Operation }
  | { kind: 'turning'; side: 'local' | 'remote'; operation: Operation }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'clash' }

/** The rule for one path, from the base and both sides (S1, S2, S10). */
function decide(path: string, base?: Entry, local?: Entry, remote?: Entry): Decision {
  if (sameEntry(local, remote)) return decideEqual(path, base, local)
  if (!remote && local) return decideOneSided('local', path, base, local)
  if (!local && remote) return decideOneSided('remote', path, base, remote)
  if (!local || !remote) return { kind: 'none' }
  if (local.kind === 'file' && remote.kind === 'file') return decideTwoVersions(path, base, local, remote)
  if (sameEntry(base, local)) {
    return { kind: 'turning', side: 'local', operation: { action: 'delete-local', path, expected: local } }
  }
  if (sameEntry(base, remote)) {
    return { kind: 'turning', side: 'remote', operation: { action: 'delete-remote', path, expected: remote } }
  }
  return { kind: 'clash' }
}

/** Both sides hold the same entry, or none. */
function decideEqual(path: string, base: Entry | undefined, both: Entry | undefined): Decision {
  if (sameEntry(base, both)) return { kind: 'none' }
  return { kind: 'do', operation: both ? { action: 'adopt', path, entry: both } : { action: 'forget', path } }
}

/**
 * Only one side has the path: it is new, the other side deleted it, or one side edited it while the other deleted it
 * (S10).
 */
function decideOneSided(side: 'local' | 'remote', path: string, base: Entry | undefined, entry: Entry): Decision {
  if (sameEntry(base, entry)) {
    return { kind: 'do', operation: { action: `delete-${side}`, path, expected: entry } }
  }
  const other = side === 'local' ? 'remote' : 'local'
  if (entry.kind === 'folder') return { kind: 'do', operation: { action: `make-${other}-folder`, path } }
  const action = side === 'local' ? 'upload' : 'download'
  return { kind: 'do', operation: { action, path, entry, expected: null } }
}

function decideTwoVersions(path: string, base: Entry | undefined, local: FileEntry, remote: FileEntry): Decision {
  if (sameEntry(base, local)) {
    return { kind: 'do', operation: { action: 'download', path, entry: remote, expected: local } }
  }
  if (sameEntry(base, remote)) {
    return { kind: 'do', operation: { action: 'upload', path, entry: local, expected: remote } }
  }
  return { kind: 'conflict', conflict: { path, base: base?.kind === 'file' ? base : null, local, remote } }
}
