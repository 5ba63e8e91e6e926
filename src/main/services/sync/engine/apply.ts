import PQueue from 'p-queue'
import type { AppError } from '#shared/errors/index.ts'
import type { Operation } from '../core/plan.ts'
import { depthOf } from '../core/tree.ts'
import { groupIntoBatches, batchKindOf, runBatch } from './batches.ts'
import { addLogLine, type Session } from './context.ts'
import { type Copies, findCopies } from './copies.ts'
import { requiresNewPlan, explain, isPermanent, stopsCycle, type Failures } from './failures.ts'
import { recordAgreedSteps, performStep, type TransferStep } from './transfer.ts'

export interface ApplyResult {
  /** The server can't be used now; the remaining steps were not tried. */
  stop: AppError | null
  /** At least one file failed or waits for its next attempt. */
  failed: boolean
  /** Something changed during the cycle: plan again. */
  again: boolean
  /** Number of steps that were carried out. */
  done: number
}

/** Parallel single-file steps, and parallel batches. */
const PARALLEL_FILES = 4
const PARALLEL_BATCHES = 2

/**
 * Carries out a plan's operations: folders from the top, files (pages after the files they use, S31), then deletions
 * from the bottom, and only if nothing failed before (S19). A failing file stops no other file. Small files go in
 * batches if the server supports them; large files go one by one beside the batches.
 */
export async function applyOperations(
  session: Session,
  operations: readonly Operation[],
  failures: Failures,
  mayDelete: boolean,
): Promise<ApplyResult> {
  const copies = findCopies(session, operations)
  const run: Run = { session, failures, copies, applied: { stop: null, failed: false, again: false, done: 0 } }
  const agreed = operations.filter(({ action }) => action === 'adopt' || action === 'forget')
  await recordAgreedSteps(session, agreed, (step, error) => recordOutcome(run, step, error))
  for (const { parallel, deletes, steps } of divideIntoPhases(operations)) {
    if (run.applied.stop || (deletes && (!mayDelete || run.applied.failed))) break
    await runPhase(run, steps, parallel)
    session.signal.throwIfAborted()
  }
  return run.applied
}

interface Run {
  session: Session
  copies: Copies
  failures: Failures
  applied: ApplyResult
}

interface Phase {
  steps: TransferStep[]
  parallel: number
  deletes: boolean
}

function divideIntoPhases(operations: readonly Operation[]): Phase[] {
  const moving = operations.filter((step): step is TransferStep => step.action !== 'adopt' && step.action !== 'forget')
  const pick = (...actions: TransferStep['action'][]): TransferStep[] =>
    moving.filter(({ action }) => actions.includes(action))
  const transfers = pick('download', 'upload')
  const isPage = ({ path }: Operation): boolean => /\.html?$/i.test(path)
  const deletions = pick('delete-local', 'delete-remote')
  const isFolder = (operation: Operation): boolean => 'expected' in operation && operation.expected?.kind === 'folder'
  const byDepth = (steps: TransferStep[]): TransferStep[] => steps.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))
  return [
    { steps: byDepth(pick('make-local-folder', 'make-remote-folder')), parallel: 1, deletes: false },
    { steps: transfers.filter((step) => !isPage(step)), parallel: PARALLEL_FILES, deletes: false },
    { steps: transfers.filter(isPage), parallel: PARALLEL_FILES, deletes: false },
    { steps: deletions.filter((step) => !isFolder(step)), parallel: PARALLEL_FILES, deletes: true },
    { steps: byDepth(deletions.filter(isFolder)).toReversed(), parallel: 1, deletes: true },
  ]
}

async function runPhase(run: Run, steps: readonly TransferStep[], parallel: number): Promise<void> {
  const { session, applied, copies } = run
  const due = steps.filter((step) => !isWaitingForRetry(run, step))
  const work =
    <T>(job: () => Promise<T>) =>
    async (): Promise<void> => {
      if (applied.stop || session.signal.aborted) return
      // If even the failure can't be recorded, the base is unusable and the cycle stops.
      await job().catch((error: unknown) => (applied.stop ??= explain(error)))
    }
  const alone = new PQueue({ concurrency: parallel })
  // With `parallel` 1 the steps depend on their order, so batches also run one at a time.
  const many = new PQueue({ concurrency: parallel === 1 ? 1 : PARALLEL_BATCHES })
  const inBatches = new Set(due.filter((step) => batchKindOf(session, step, copies) !== null))
  for (const batch of groupIntoBatches(session, [...inBatches], copies)) {
    void many.add(work(() => runBatch(session, batch, copies, (step, error) => recordOutcome(run, step, error))))
  }
  for (const step of due) {
    if (!inBatches.has(step)) void alone.add(work(() => runStep(run, step)))
  }
  await Promise.all([many.onIdle(), alone.onIdle()])
}

/** A step that failed recently waits for its next attempt. */
function isWaitingForRetry({ session, failures }: Run, step: Operation): boolean {
  const earlier = failures.find(step.path, attemptKey(step))
  if (!earlier) return false
  session.states.set(step.path, earlier.state, earlier.reason)
  return true
}

/** Errors go into `applied` and the file's state; throws only when the base can't be written. */
async function runStep(run: Run, step: TransferStep): Promise<void> {
  try {
    await performStep(run.session, step)
  } catch (error) {
    return recordOutcome(run, step, error)
  }
  recordOutcome(run, step, null)
}

/** Records the outcome of one step; a null error means success. */
function recordOutcome(run: Run, step: Operation, error: unknown): void {
  const { session, failures, applied } = run
  const { path } = step
  if (error === null) {
    applied.done += 1
    failures.clear(path)
    // A forgotten path keeps its state: it may be shown as ignored.
    if (step.action !== 'forget') session.states.clear(path)
  } else if (session.signal.aborted) {
    return
  } else if (requiresNewPlan(error)) {
    applied.again = true
    session.local.addHint(session.local.diskPath(path))
    session.states.set(path, 'waiting', explain(error).message)
  } else if (stopsCycle(error)) {
    applied.stop ??= error
    applied.failed = true
    session.states.set(path, 'waiting', '等待服务器恢复连接')
  } else recordFailure(run, step, error)
}

function recordFailure({ session, failures, applied }: Run, step: Operation, error: unknown): void {
  const { path } = step
  const reason = explain(error)
  applied.failed = true
  const state = reason.retryable ? 'waiting' : 'failed'
  failures.add(path, attemptKey(step), isPermanent(error) ? 'permanent' : state, reason.message)
  session.states.set(path, state, reason.message)
  addLogLine(session, 'error', path, reason.message)
  session.log.warn('sync of a file failed', { path, code: reason.code, error })
}

/** Identifies an attempt: the same content in the same direction. */
const attemptKey = (step: Operation): string =>
  `${step.action} ${'entry' in step && step.entry.kind === 'file' ? step.entry.sha256 : ''}`
