import { KIND_CLASH } from '../core/kindChange.ts'
import type { Plan, Problem } from '../core/plan.ts'
import { reconcile } from '../core/reconcile.ts'
import { changesServer, keyOf, type Stop } from '../core/safety.ts'
import type { Entry, Sides } from '../core/tree.ts'
import { gitHeadOf } from '../local/git.ts'
import type { LocalScan } from '../local/localScan.ts'
import { applyOperations, type ApplyResult } from './apply.ts'
import { endConflict, handleConflict } from './conflicts/conflicts.ts'
import { addLogLine, type Session, type WorkspaceContext } from './context.ts'
import { requiresNewPlan, explain, stopsCycle, type Failures } from './failures.ts'
import { findFormerHead, findOpenStops } from './safetyStops.ts'
import { scanUntilAnswered } from './scan.ts'
import { findTemplateErrors } from './templateErrors.ts'
import { settlePendingUploads } from './uploadFile.ts'
import { MAYBE_DELETED, STILL_WRITING, type DeletionSettler } from './deletionSettler.ts'

/** In-memory state that one workspace keeps between cycles. */
export interface CycleMemory {
  failures: Failures
  localSettler: DeletionSettler
  remoteSettler: DeletionSettler
}

export interface CycleResult extends ApplyResult {
  /** Safety stops that wait for a person, most serious first; the rest of the plan was carried out. */
  stops: readonly Stop[]
  /** ms until recent changes or deletions count as settled; null: nothing is unsettled. */
  settlesIn: number | null
  /** The server's files were changed, by another client or by this cycle. */
  remoteChanged: boolean
}

export interface CycleInput {
  session: Session
  memory: CycleMemory
  /** Called before the first operation, if there is any. */
  onWork: () => void
  liveSites: () => Promise<readonly string[]>
  /** Selects the part of the plan to carry out; default: all. */
  selectPart?: (plan: Plan) => Plan
}

/**
 * Runs one sync: query the server, scan the folder, plan, check, carry out. The cost depends on the number of changes,
 * not of files. Throws when a whole cycle is impossible (no response, no session, an invalid listing); then nothing has
 * been changed (S19).
 */
export async function runCycle(input: CycleInput): Promise<CycleResult> {
  const { session, memory } = input
  const first = session.remoteTree.version() === null
  const { scan, sides } = await refreshTrees(session)
  const waiting = findWaitingPaths(session, sides, memory)
  const plan = reconcile(sides, session.local.ignores, new Map([...session.local.problems, ...waiting]))
  displayPlan(session, plan, sides)
  const { store, trees, timing } = session
  const git = await gitHeadOf(session.layout.root)
  const stops = await findOpenStops({
    store,
    sides,
    plan,
    files: trees.fileCounts,
    rootMissing: scan.rootMissing,
    git,
    liveSites: input.liveSites,
    templateErrors: () => findTemplateErrors(session),
  })
  const deleting = plan.problems.size > 0 && [...plan.problems.values()].includes(MAYBE_DELETED)
  const settlesIn = scan.settlesIn ?? (deleting ? timing.deleteSettle + 1 : null)
  const result = { stops, settlesIn, remoteChanged: hasServerChanges(plan, first) }
  if (scan.rootMissing) return { ...result, stop: null, failed: false, again: false, done: 0 }
  // None of a checkout's server changes are sent until all of them can be judged: its deletions settle later than its
  // edits.
  const halfCheckout = deleting && findFormerHead(store, git) !== null
  const held = stops.length > 0 ? removeHeldSteps(session, plan, stops) : plan
  const free = halfCheckout ? { ...held, operations: held.operations.filter((step) => !changesServer(step)) } : held
  memory.failures.retainOnly([...free.operations, ...free.conflicts].map(({ path }) => path))
  const open = input.selectPart ? input.selectPart(free) : free
  if (open.operations.length > 0) input.onWork()
  // A partial plan says nothing about conflicts outside it.
  const conflicts = input.selectPart ? NO_CONFLICT_RESULT : await handleConflicts(session, open, memory.failures)
  const mayDelete = !scan.incomplete && !conflicts.failed
  const steps = [...open.operations, ...conflicts.operations]
  const applied = conflicts.stop ? conflicts : await applyOperations(session, steps, memory.failures, mayDelete)
  return {
    ...result,
    done: applied.done,
    stop: applied.stop,
    failed: applied.failed || conflicts.failed || scan.incomplete,
    // During a safety stop the held deletions wait for the answer, not for the next cycle.
    again: applied.again || conflicts.again || (plan.needsReplan && stops.length === 0),
  }
}

/** Refreshes the cached trees and returns the part that a plan depends on. */
async function refreshTrees(session: Session): Promise<{ scan: LocalScan; sides: Sides }> {
  const listing = session.remoteTree.refresh(session.remote, session.signal)
  const scanning = scanUntilAnswered(session, listing, session.signal)
  // Wait for both before throwing the error of either.
  await Promise.allSettled([listing, scanning])
  await listing
  const look = await scanning
  settlePendingUploads(session)
  return { scan: look, sides: session.trees.openSides() }
}

const HELD_REASON = '安全停止：等您决定'
const COMPARING_REASON = '本地和服务器都修改了该文件，同步时比较两个版本'

/** Removes held steps from the plan. A held conflict still exists, so its copy must not be treated as resolved. */
function removeHeldSteps(session: Session, plan: Plan, stops: readonly Stop[]): Plan {
  const held = new Map(stops.flatMap((stop) => stop.heldSteps).map((step) => [keyOf(step), step.path]))
  for (const path of held.values()) session.states.set(path, 'waiting', HELD_REASON)
  return {
    ...plan,
    operations: plan.operations.filter((step) => !held.has(keyOf(step))),
    conflicts: plan.conflicts.filter((conflict) => !held.has(keyOf(conflict))),
    problems: new Map([
      ...plan.problems,
      ...[...held.values()].map((path): [string, Problem] => [path, { state: 'waiting', reason: HELD_REASON }]),
    ]),
  }
}

/** Computes the current plan for a person's answer; nothing is carried out. */
export async function computePlan(session: Session): Promise<{ sides: Sides; plan: Plan; look: LocalScan }> {
  const { scan, sides } = await refreshTrees(session)
  return { sides, plan: reconcile(sides, session.local.ignores, findUnsettled(session)), look: scan }
}

/** Problems found by the folder scan, and files that are still being written. */
const findUnsettled = ({ local }: WorkspaceContext): Map<string, Problem> =>
  new Map([...local.problems, ...[...local.unsettled].map((path): [string, Problem] => [path, STILL_WRITING])])

function findWaitingPaths({ local }: Session, sides: Sides, memory: CycleMemory): Map<string, Problem> {
  const deleted = [
    ...memory.localSettler.findUnsettled(sides.base, sides.local),
    ...memory.remoteSettler.findUnsettled(sides.base, sides.remote),
  ]
  return new Map([
    ...deleted.map((path): [string, Problem] => [path, MAYBE_DELETED]),
    ...[...local.unsettled].map((path): [string, Problem] => [path, STILL_WRITING]),
    // A later entry wins: an unsyncable path matters more than a waiting one.
    ...local.problems,
  ])
}

/**
 * A run's first cycle may only adopt differences into the base; after it, every difference means that the server's
 * files change.
 */
const hasServerChanges = (plan: Plan, first: boolean): boolean =>
  plan.operations.some(({ action }) => !first || !['adopt', 'forget'].includes(action)) || plan.conflicts.length > 0

function displayPlan(session: Session, plan: Plan, sides: Sides): void {
  const shown = (path: string): { kind: 'file' | 'folder'; size: number } => {
    const entry: Entry | undefined = sides.local.get(path) ?? sides.remote.get(path)
    return { kind: entry?.kind ?? 'file', size: entry?.kind === 'file' ? entry.size : 0 }
  }
  session.states.reset([
    ...[...plan.problems].map(([path, problem]) => [path, { ...shown(path), ...problem }] as const),
    ...plan.operations
      .filter(({ action }) => action !== 'adopt' && action !== 'forget')
      .map(({ path, action }) => {
        const state = action === 'download' || action.endsWith('-local') ? 'remote-changed' : 'local-changed'
        return [path, { ...shown(path), state, reason: '' }] as const
      }),
    ...plan.conflicts.map(
      // Becomes a conflict once both versions can be chosen from.
      ({ path }) => [path, { ...shown(path), state: 'waiting', reason: COMPARING_REASON }] as const,
    ),
  ])
}

type ConflictsResult = ApplyResult & { operations: Plan['operations'] }

const NO_CONFLICT_RESULT: ConflictsResult = { stop: null, failed: false, again: false, done: 0, operations: [] }

/** A failing conflict stops no other file (S14). */
async function handleConflicts(session: Session, plan: Plan, failures: Failures): Promise<ConflictsResult> {
  const result: ConflictsResult = { stop: null, failed: false, again: false, done: 0, operations: [] }
  for (const conflict of plan.conflicts) {
    const key = `conflict ${conflict.remote.sha256}`
    const earlier = failures.find(conflict.path, key)
    if (earlier) {
      session.states.set(conflict.path, earlier.state, earlier.reason)
      continue
    }
    try {
      const outcome = await handleConflict(session, conflict)
      if (outcome === 'again') result.again = true
      else if (outcome) result.operations.push(outcome)
      failures.clear(conflict.path)
    } catch (error) {
      session.signal.throwIfAborted()
      if (stopsCycle(error)) return { ...result, stop: error, failed: true }
      result.again ||= requiresNewPlan(error)
      result.failed = true
      if (requiresNewPlan(error)) continue
      failures.add(conflict.path, key, 'failed', explain(error).message)
      session.states.set(conflict.path, 'failed', explain(error).message)
      addLogLine(session, 'error', conflict.path, explain(error).message)
    }
  }
  const open = new Set(plan.conflicts.map(({ path }) => path))
  // A file that became a folder on one side is no longer a conflict that a person can resolve.
  for (const [path, problem] of plan.problems) if (problem !== KIND_CLASH) open.add(path)
  for (const { path } of session.store.conflicts()) {
    if (open.has(path)) continue
    await endConflict(session, path).catch((error: unknown) =>
      addLogLine(session, 'error', path, explain(error).message),
    )
  }
  return result
}
