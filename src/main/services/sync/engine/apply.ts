import PQueue from 'p-queue'
import type { AppError } from '#shared/errors/index.ts'
import type { Operation } from '../core/plan.ts'
import { depthOf } from '../core/tree.ts'
import { note, type Session } from './context.ts'
import { asksForNewPlan, explain, isPermanent, stopsCycle, type Failures } from './failures.ts'
import { perform } from './transfer.ts'

export interface Applied {
  /** The server can't be used now; what was left has not been tried. */
  stop: AppError | null
  /** At least one file failed or waits for its next attempt. */
  failed: boolean
  /** Something changed meanwhile: plan again. */
  again: boolean
}

const PARALLEL = 4

/**
 * Carries a plan's operations out: folders from the top, files (pages after what they use, S31), then deletions from
 * the bottom, and those only when nothing went wrong before (S19). One failing file stops no other.
 */
export async function applyOperations(
  session: Session,
  operations: readonly Operation[],
  failures: Failures,
  mayDelete: boolean,
): Promise<Applied> {
  const applied: Applied = { stop: null, failed: false, again: false }
  for (const { parallel, deletes, steps } of phases(operations)) {
    if (deletes && (!mayDelete || applied.failed)) break
    await runPhase(session, steps, failures, applied, parallel)
    session.signal.throwIfAborted()
    if (applied.stop) break
  }
  return applied
}

interface Phase {
  steps: Operation[]
  parallel: number
  deletes: boolean
}

function phases(operations: readonly Operation[]): Phase[] {
  const pick = (...actions: Operation['action'][]): Operation[] =>
    operations.filter(({ action }) => actions.includes(action))
  const transfers = pick('download', 'upload')
  const isPage = ({ path }: Operation): boolean => /\.html?$/i.test(path)
  const deletions = pick('delete-local', 'delete-remote')
  const isFolder = (operation: Operation): boolean => 'expected' in operation && operation.expected?.kind === 'folder'
  const byDepth = (steps: Operation[]): Operation[] => steps.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))
  return [
    { steps: pick('adopt', 'forget'), parallel: 1, deletes: false },
    { steps: byDepth(pick('make-local-folder', 'make-remote-folder')), parallel: 1, deletes: false },
    { steps: transfers.filter((step) => !isPage(step)), parallel: PARALLEL, deletes: false },
    { steps: transfers.filter(isPage), parallel: PARALLEL, deletes: false },
    { steps: deletions.filter((step) => !isFolder(step)), parallel: PARALLEL, deletes: true },
    { steps: byDepth(deletions.filter(isFolder)).toReversed(), parallel: 1, deletes: true },
  ]
}

async function runPhase(
  session: Session,
  steps: readonly Operation[],
  failures: Failures,
  applied: Applied,
  parallel: number,
): Promise<void> {
  const queue = new PQueue({ concurrency: parallel })
  for (const step of steps) {
    void queue.add(async () => {
      if (applied.stop || session.signal.aborted) return
      // Even what went wrong can't be noted: the base is out of order.
      await attempt(session, step, failures, applied).catch((error: unknown) => (applied.stop ??= explain(error)))
    })
  }
  await queue.onIdle()
}

/** What went wrong is in `applied` and in the file's state; throws only when the base can't be written. */
async function attempt(session: Session, step: Operation, failures: Failures, applied: Applied): Promise<void> {
  const { path } = step
  const key = attemptKey(step)
  const earlier = failures.find(path, key)
  if (earlier) return session.states.set(path, earlier.state, earlier.reason)
  try {
    await perform(session, step)
    failures.clear(path)
    // A forgotten path may be shown as ignored.
    if (step.action !== 'forget') session.states.clear(path)
  } catch (error) {
    if (session.signal.aborted) return
    if (asksForNewPlan(error)) {
      applied.again = true
      session.states.set(path, 'waiting', explain(error).message)
    } else if (stopsCycle(error)) {
      applied.stop ??= error
      applied.failed = true
      session.states.set(path, 'waiting', '等待服务器恢复连接')
    } else {
      fail(session, path, key, error, failures, applied)
    }
  }
}

function fail(session: Session, path: string, key: string, error: unknown, failures: Failures, applied: Applied): void {
  const reason = explain(error)
  applied.failed = true
  const state = reason.retryable ? 'waiting' : 'failed'
  failures.add(path, key, isPermanent(error) ? 'permanent' : state, reason.message)
  session.states.set(path, state, reason.message)
  note(session, 'error', path, reason.message)
  session.log.warn('sync of a file failed', { path, code: reason.code, error })
}

/** What is tried: the same content in the same direction. */
const attemptKey = (step: Operation): string =>
  `${step.action} ${'entry' in step && step.entry.kind === 'file' ? step.entry.sha256 : ''}`
