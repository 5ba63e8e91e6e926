import type { IgnoreRules } from '../core/ignoreRules.ts'
import type { Plan, Problem } from '../core/plan.ts'
import { reconcile } from '../core/reconcile.ts'
import { findHalt, type Halt } from '../core/safety.ts'
import { sameEntry, type Entry, type Sides } from '../core/tree.ts'
import { scanFolder, type LocalScan } from '../local/scan.ts'
import { applyOperations, type Applied } from './apply.ts'
import { CONFLICT_REASON, endConflict, takeUpConflict } from './conflicts.ts'
import { note, type Session, type Workbench } from './context.ts'
import { asksForNewPlan, explain, stopsCycle, type Failures } from './failures.ts'
import { settleSent } from './send.ts'
import { MAYBE_DELETED, STILL_WRITING, type Settler } from './settler.ts'

/** What one workspace keeps between its cycles, in memory. */
export interface CycleMemory {
  failures: Failures
  localSettler: Settler
  remoteSettler: Settler
  /** Of the last listing; null before the first. */
  remoteVersion: number | null
}

export interface CycleResult extends Applied {
  halt: Halt | null
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
  /** A person agreed to a plan with up to this many deletions; 0 for none. */
  agreedDeletes: number
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
  const halt = findHalt(sides, plan, scan.rootMissing)
  const result = {
    settling: waiting.size > 0 || scan.unsettled.size > 0,
    remoteChanged: changesRemote(plan, before === null),
  }
  if (halt && (scan.rootMissing || halt.deletes > input.agreedDeletes)) {
    return { ...result, halt, stop: null, failed: false, again: false }
  }
  if (plan.operations.length > 0) input.onWork()
  session.local = scan.tree
  const conflicts = await takeUpConflicts(session, plan, memory.failures)
  const mayDelete = !scan.incomplete && !conflicts.failed
  const steps = [...plan.operations, ...conflicts.operations]
  const applied = conflicts.stop ? conflicts : await applyOperations(session, steps, memory.failures, mayDelete)
  return {
    ...result,
    halt: null,
    stop: applied.stop,
    failed: applied.failed || conflicts.failed || scan.incomplete,
    again: applied.again || conflicts.again || plan.again,
  }
}

/** Scans the folder of one workspace. */
export async function scanLocal(bench: Workbench, input: ScanInput): Promise<LocalScan> {
  const { layout, store, timing } = bench
  const { ignores, signal } = input
  const scan = await scanFolder({
    root: layout.root,
    ignores,
    signal,
    suspects: input.takeSuspects(),
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
