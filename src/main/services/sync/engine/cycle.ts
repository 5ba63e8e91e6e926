import type { IgnoreRules } from '../core/ignoreRules.ts'
import type { Plan, Problem } from '../core/plan.ts'
import { reconcile } from '../core/reconcile.ts'
import { keyOf, type Stop } from '../core/safety.ts'
import { sameEntry, type Entry, type Sides } from '../core/tree.ts'
import { scanFolder, type LocalScan } from '../local/scan.ts'
import type { RemoteVersion } from '../remote/port.ts'
import { applyOperations, type Applied } from './apply.ts'
import { CONFLICT_REASON, endConflict, takeUpConflict } from './conflicts.ts'
import { note, type Session, type WorkspaceContext } from './context.ts'
import { asksForNewPlan, explain, stopsCycle, type Failures } from './failures.ts'
import { openStops } from './halts.ts'
import { settleSent } from './send.ts'
import { MAYBE_DELETED, STILL_WRITING, type Settler } from './settler.ts'

/** What one workspace keeps between its cycles, in memory. */
export interface CycleMemory {
  failures: Failures
  localSettler: Settler
  remoteSettler: Settler
  /** Of the last listing; null before the first. */
  remoteVersion: RemoteVersion | null
}

export interface CycleResult extends Applied {
  /** What waits for a person; the rest of the plan was carried out. */
  halt: Stop | null
  /** Files changed a moment ago: come again soon, the watcher may keep quiet about a second change right after. */
  settling: boolean
  /** The server's files were changed, by someone else or by this cycle. */
  remoteChanged: boolean
}

export interface ScanInput {
  ignores: IgnoreRules
  /** What the watcher named since the last scan. */
  takeSuspects: () => ReadonlySet<string> | 'all'
  signal: AbortSignal
}

export interface CycleInput {
  session: Session
  memory: CycleMemory
  scan: ScanInput
  /** Called before the first operation, when there is one. */
  onWork: () => void
  liveSites: () => Promise<readonly string[]>
}

/**
 * One sync: list, scan, plan, check, carry out. Throws what makes a whole cycle impossible (no answer, no sign-in, a
 * broken listing): then nothing at all was done (S19).
 */
export async function runCycle(input: CycleInput): Promise<CycleResult> {
  const { session, memory } = input
  const remote = await session.remote.list(session.signal)
  const scan = await scanLocal(session, input.scan)
  settleSent(session, remote.tree)
  const sides: Sides = { base: session.store.tree, local: scan.tree, remote: remote.tree }
  const waiting = waitingPaths(sides, scan, memory)
  const plan = reconcile(sides, input.scan.ignores, new Map([...waiting, ...scan.problems]))
  const before = memory.remoteVersion
  memory.remoteVersion = remote.version
  showPlan(session, plan, scan, sides)
  const { rootMissing } = scan
  const stops = await openStops({ store: session.store, sides, plan, rootMissing, liveSites: input.liveSites })
  const halt = stops[0] ?? null
  const result = {
    halt,
    settling: waiting.size > 0 || scan.unsettled.size > 0,
    remoteChanged: changesRemote(plan, before === null),
  }
  if (scan.rootMissing) return { ...result, stop: null, failed: false, again: false }
  const open = halt ? holdBack(session, plan, stops) : plan
  memory.failures.keepOnly([...open.operations, ...open.conflicts].map(({ path }) => path))
  if (open.operations.length > 0) input.onWork()
  session.local = scan.tree
  const conflicts = await takeUpConflicts(session, open, memory.failures)
  const mayDelete = !scan.incomplete && !conflicts.failed
  const steps = [...open.operations, ...conflicts.operations]
  const applied = conflicts.stop ? conflicts : await applyOperations(session, steps, memory.failures, mayDelete)
  return {
    ...result,
    stop: applied.stop,
    failed: applied.failed || conflicts.failed || scan.incomplete,
    // What a held deletion keeps waiting comes after the answer.
    again: applied.again || conflicts.again || (plan.again && !halt),
  }
}

const HELD = '安全停止：等您决定'

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
export async function planNow(
  session: Session,
  input: ScanInput,
): Promise<{ sides: Sides; plan: Plan; scan: LocalScan }> {
  const remote = await session.remote.list(session.signal)
  const scan = await scanLocal(session, input)
  const sides: Sides = { base: session.store.tree, local: scan.tree, remote: remote.tree }
  return { sides, plan: reconcile(sides, input.ignores, scan.problems), scan }
}

/** Scans the folder of one workspace. */
export async function scanLocal(bench: WorkspaceContext, input: ScanInput): Promise<LocalScan> {
  const { layout, store, timing } = bench
  const { ignores, signal } = input
  const scan = await scanFolder({
    root: layout.root,
    ignores,
    signal,
    dirtyPaths: input.takeSuspects(),
    hints: store.hints,
    settleMs: timing.settle,
  })
  store.hints.flush()
  bench.files.useDiskPaths(scan.diskPaths)
  return scan
}

function waitingPaths(sides: Sides, scan: LocalScan, memory: CycleMemory): Map<string, Problem> {
  const writing = [...scan.unsettled].filter((path) => !sameEntry(sides.base.get(path), sides.local.get(path)))
  const deleted = [
    ...memory.localSettler.waiting(sides.base, sides.local),
    ...memory.remoteSettler.waiting(sides.base, sides.remote),
  ]
  return new Map([
    ...deleted.map((path): [string, Problem] => [path, MAYBE_DELETED]),
    ...writing.map((path): [string, Problem] => [path, STILL_WRITING]),
  ])
}

/** The first cycle of a run compares only; after it, whatever it is not in step with came from the server or goes to it. */
const changesRemote = (plan: Plan, first: boolean): boolean =>
  plan.operations.some(({ action }) => !first || !['adopt', 'forget'].includes(action)) || plan.conflicts.length > 0

function showPlan(session: Session, plan: Plan, scan: LocalScan, sides: Sides): void {
  const shown = (path: string): { kind: 'file' | 'folder'; size: number } => {
    const entry: Entry | undefined = sides.local.get(path) ?? sides.remote.get(path)
    return { kind: entry?.kind ?? 'file', size: entry?.kind === 'file' ? entry.size : 0 }
  }
  session.states.reset([
    ...scan.ignored.map((path) => [path, { ...shown(path), state: 'ignored', reason: '' }] as const),
    ...[...plan.problems].map(([path, problem]) => [path, { ...shown(path), ...problem }] as const),
    ...plan.operations
      .filter(({ action }) => action !== 'adopt' && action !== 'forget')
      .map(({ path, action }) => {
        const state = action === 'download' || action.endsWith('-local') ? 'remote-changed' : 'local-changed'
        return [path, { ...shown(path), state, reason: '' }] as const
      }),
    ...plan.conflicts.map(
      ({ path }) => [path, { ...shown(path), state: 'conflict', reason: CONFLICT_REASON }] as const,
    ),
  ])
}

type ConflictsTaken = Applied & { operations: Plan['operations'] }

/** One conflict stops no other file (S14). */
async function takeUpConflicts(session: Session, plan: Plan, failures: Failures): Promise<ConflictsTaken> {
  const taken: ConflictsTaken = { stop: null, failed: false, again: false, operations: [] }
  for (const conflict of plan.conflicts) {
    const key = `conflict ${conflict.remote.sha256}`
    if (failures.find(conflict.path, key)) continue
    try {
      const operation = await takeUpConflict(session, conflict)
      if (operation) taken.operations.push(operation)
      failures.clear(conflict.path)
    } catch (error) {
      session.signal.throwIfAborted()
      if (stopsCycle(error)) return { ...taken, stop: error, failed: true }
      taken.again ||= asksForNewPlan(error)
      taken.failed = true
      if (asksForNewPlan(error)) continue
      failures.add(conflict.path, key, 'failed', explain(error).message)
      note(session, 'error', conflict.path, explain(error).message)
    }
  }
  const open = new Set([...plan.conflicts.map(({ path }) => path), ...plan.problems.keys()])
  for (const { path } of session.store.conflicts()) {
    if (open.has(path)) continue
    await endConflict(session, path).catch((error: unknown) => note(session, 'error', path, explain(error).message))
  }
  return taken
}
