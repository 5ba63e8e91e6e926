import { CLASH } from '../core/kindChange.ts'
import type { Plan, Problem } from '../core/plan.ts'
import { reconcile } from '../core/reconcile.ts'
import { changesServer, keyOf, type Stop } from '../core/safety.ts'
import type { Entry, Sides } from '../core/tree.ts'
import { gitHeadOf } from '../local/git.ts'
import type { LocalScan } from '../local/localScan.ts'
import { applyOperations, type Applied } from './apply.ts'
import { endConflict, takeUpConflict } from './conflicts.ts'
import { note, type Session, type WorkspaceContext } from './context.ts'
import { asksForNewPlan, explain, stopsCycle, type Failures } from './failures.ts'
import { headBefore, openStops } from './halts.ts'
import { scanUntil } from './look.ts'
import { templateErrors } from './templateErrors.ts'
import { settleSent } from './send.ts'
import { MAYBE_DELETED, STILL_WRITING, type Settler } from './settler.ts'

/** What one workspace keeps between its cycles, in memory. */
export interface CycleMemory {
  failures: Failures
  localSettler: Settler
  remoteSettler: Settler
}

export interface CycleResult extends Applied {
  /** What waits for a person, the most serious first; the rest of the plan was carried out. */
  stops: readonly Stop[]
  /** Files changed or went a moment ago: ms until that may count. null: nothing waits. */
  settlesIn: number | null
  /** The server's files were changed, by someone else or by this cycle. */
  remoteChanged: boolean
}

export interface CycleInput {
  session: Session
  memory: CycleMemory
  /** Called before the first operation, when there is one. */
  onWork: () => void
  liveSites: () => Promise<readonly string[]>
  /** The part of the plan that is wanted; absent: all. */
  only?: (plan: Plan) => Plan
}

/**
 * One sync: ask the server, look at the folder, plan, check, carry out. All of it costs what changed, not what there is.
 * Throws what makes a whole cycle impossible (no answer, no sign-in, a broken listing): then nothing at all was done (S19).
 */
export async function runCycle(input: CycleInput): Promise<CycleResult> {
  const { session, memory } = input
  const first = session.remoteTree.version() === null
  const { look, sides } = await lookAtBoth(session)
  const waiting = waitingPaths(session, sides, memory)
  const plan = reconcile(sides, session.local.ignores, new Map([...session.local.problems, ...waiting]))
  showPlan(session, plan, sides)
  const { store, trees, timing } = session
  const git = await gitHeadOf(session.layout.root)
  const stops = await openStops({
    store,
    sides,
    plan,
    files: trees.files,
    rootMissing: look.rootMissing,
    git,
    liveSites: input.liveSites,
    templateErrors: () => templateErrors(session),
  })
  const deleting = plan.problems.size > 0 && [...plan.problems.values()].includes(MAYBE_DELETED)
  const settlesIn = look.settlesIn ?? (deleting ? timing.deleteSettle + 1 : null)
  const result = { stops, settlesIn, remoteChanged: changes(plan, first) }
  if (look.rootMissing) return { ...result, stop: null, failed: false, again: false, done: 0 }
  // Of a checkout nothing goes before all of it can be judged: its deletions count later than its edits.
  const halfCheckout = deleting && headBefore(store, git) !== null
  const held = stops.length > 0 ? holdBack(session, plan, stops) : plan
  const free = halfCheckout ? { ...held, operations: held.operations.filter((step) => !changesServer(step)) } : held
  memory.failures.keepOnly([...free.operations, ...free.conflicts].map(({ path }) => path))
  const open = input.only ? input.only(free) : free
  if (open.operations.length > 0) input.onWork()
  // A part of a plan says nothing of the conflicts beside it.
  const conflicts = input.only ? NO_CONFLICTS : await takeUpConflicts(session, open, memory.failures)
  const mayDelete = !look.incomplete && !conflicts.failed
  const steps = [...open.operations, ...conflicts.operations]
  const applied = conflicts.stop ? conflicts : await applyOperations(session, steps, memory.failures, mayDelete)
  return {
    ...result,
    done: applied.done,
    stop: applied.stop,
    failed: applied.failed || conflicts.failed || look.incomplete,
    // During a halt the held deletions wait for the answer, not for the next cycle.
    again: applied.again || conflicts.again || (plan.again && stops.length === 0),
  }
}

/** Brings the kept trees up to date; answers the part of them that a plan is about. */
async function lookAtBoth(session: Session): Promise<{ look: LocalScan; sides: Sides }> {
  const asking = session.remoteTree.refresh(session.remote, session.signal)
  const looking = scanUntil(session, asking, session.signal)
  // Both have ended before the error of one is thrown.
  await Promise.allSettled([asking, looking])
  await asking
  const look = await looking
  settleSent(session)
  return { look, sides: session.trees.openSides() }
}

const HELD = '安全停止：等您决定'
const COMPARING = '本地和服务器都改了这个文件，同步时比较两个版本'

/** The plan without what waits for an answer; a held conflict still stands, so that its copy is not taken for settled. */
function holdBack(session: Session, plan: Plan, stops: readonly Stop[]): Plan {
  const held = new Map(stops.flatMap((stop) => stop.held).map((step) => [keyOf(step), step.path]))
  for (const path of held.values()) session.states.set(path, 'waiting', HELD)
  return {
    ...plan,
    operations: plan.operations.filter((step) => !held.has(keyOf(step))),
    conflicts: plan.conflicts.filter((conflict) => !held.has(keyOf(conflict))),
    problems: new Map([
      ...plan.problems,
      ...[...held.values()].map((path): [string, Problem] => [path, { state: 'waiting', reason: HELD }]),
    ]),
  }
}

/** What is to do right now, for a person's answer: nothing is carried out. */
export async function planNow(session: Session): Promise<{ sides: Sides; plan: Plan; look: LocalScan }> {
  const { look, sides } = await lookAtBoth(session)
  return { sides, plan: reconcile(sides, session.local.ignores, stillWriting(session)), look }
}

/** What the look at the folder found wrong, and what it found being written. */
const stillWriting = ({ local }: WorkspaceContext): Map<string, Problem> =>
  new Map([...local.problems, ...[...local.unsettled].map((path): [string, Problem] => [path, STILL_WRITING])])

function waitingPaths({ local }: Session, sides: Sides, memory: CycleMemory): Map<string, Problem> {
  const deleted = [
    ...memory.localSettler.waiting(sides.base, sides.local),
    ...memory.remoteSettler.waiting(sides.base, sides.remote),
  ]
  return new Map([
    ...deleted.map((path): [string, Problem] => [path, MAYBE_DELETED]),
    ...[...local.unsettled].map((path): [string, Problem] => [path, STILL_WRITING]),
    // A later entry wins: that a path can't be synced is more important than that it waits.
    ...local.problems,
  ])
}

/** The first cycle of a run compares only; after it, whatever it is not in step with came from the server or goes to it. */
const changes = (plan: Plan, first: boolean): boolean =>
  plan.operations.some(({ action }) => !first || !['adopt', 'forget'].includes(action)) || plan.conflicts.length > 0

function showPlan(session: Session, plan: Plan, sides: Sides): void {
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
      // A conflict once it is taken up: then both versions are there to choose from.
      ({ path }) => [path, { ...shown(path), state: 'waiting', reason: COMPARING }] as const,
    ),
  ])
}

type ConflictsTaken = Applied & { operations: Plan['operations'] }

const NO_CONFLICTS: ConflictsTaken = { stop: null, failed: false, again: false, done: 0, operations: [] }

/** One conflict stops no other file (S14). */
async function takeUpConflicts(session: Session, plan: Plan, failures: Failures): Promise<ConflictsTaken> {
  const taken: ConflictsTaken = { stop: null, failed: false, again: false, done: 0, operations: [] }
  for (const conflict of plan.conflicts) {
    const key = `conflict ${conflict.remote.sha256}`
    const earlier = failures.find(conflict.path, key)
    if (earlier) {
      session.states.set(conflict.path, earlier.state, earlier.reason)
      continue
    }
    try {
      const outcome = await takeUpConflict(session, conflict)
      if (outcome === 'again') taken.again = true
      else if (outcome) taken.operations.push(outcome)
      failures.clear(conflict.path)
    } catch (error) {
      session.signal.throwIfAborted()
      if (stopsCycle(error)) return { ...taken, stop: error, failed: true }
      taken.again ||= asksForNewPlan(error)
      taken.failed = true
      if (asksForNewPlan(error)) continue
      failures.add(conflict.path, key, 'failed', explain(error).message)
      session.states.set(conflict.path, 'failed', explain(error).message)
      note(session, 'error', conflict.path, explain(error).message)
    }
  }
  const open = new Set(plan.conflicts.map(({ path }) => path))
  // A file that has become a folder on one side is no conflict any more that could be answered.
  for (const [path, problem] of plan.problems) if (problem !== CLASH) open.add(path)
  for (const { path } of session.store.conflicts()) {
    if (open.has(path)) continue
    await endConflict(session, path).catch((error: unknown) => note(session, 'error', path, explain(error).message))
  }
  return taken
}
