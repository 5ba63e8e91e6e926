import { IGNORE_FILE, normalize } from '../core/names.ts'
import { ancestorsOf, sameEntry } from '../core/tree.ts'
import type { LocalScan } from '../local/localScan.ts'
import type { LocalTree } from '../local/localTree.ts'
import type { WorkspaceContext } from './context.ts'
import { readLastSync } from './status.ts'

/** Scans the changed parts of the folder and stores the new file stamps. */
export async function scanFolder({ local, store, hints }: WorkspaceContext, signal: AbortSignal): Promise<LocalScan> {
  const endScan = hints.beginScan()
  const scan = await local.scan(signal)
  store.saveStamps(local.drainChanged())
  endScan(local.unsettled.size > 0)
  return scan
}

/**
 * Scans the folder, and repeats the scan for new hints until the server has responded, so that changes are shown
 * without waiting for the server. Returns the last scan.
 */
export async function scanUntilAnswered(
  context: WorkspaceContext,
  asking: Promise<unknown>,
  signal: AbortSignal,
): Promise<LocalScan> {
  const answered = new AbortController()
  const end = (): void => answered.abort()
  void asking.then(end, end)
  for (;;) {
    const scan = await scanFolder(context, signal)
    displayLocalChanges(context)
    await waitForHints(context, scan.settlesIn, answered.signal)
    // Later hints are handled by the next cycle.
    if (answered.signal.aborted) return scan
  }
}

/** Waits for a hint and the rest of its burst, for files that are being written, or for `end`. */
async function waitForHints({ hints, sleep, timing }: WorkspaceContext, settlesIn: number | null, end: AbortSignal) {
  const woken = new AbortController()
  const either = AbortSignal.any([woken.signal, end])
  const settled = settlesIn === null ? [] : [sleep(settlesIn, either)]
  await Promise.race([hints.waitForHint(either), ...settled])
  woken.abort()
  await sleep(timing.gather, end)
}

/** Shows the local changes since the base, before a plan exists. */
export function displayLocalChanges(context: WorkspaceContext): void {
  // Before the first comparison of both sides, a file outside the base may already be in step.
  const isKnown = context.remoteTree.version() !== null || readLastSync(context) !== ''
  context.states.recordFindings(findLocalChanges(context, 'local-changed', '', isKnown), false)
}

/** While offline: shows the changes that wait for the server. */
export const displayOfflineQueue = (context: WorkspaceContext): void =>
  context.states.recordFindings(findLocalChanges(context, 'waiting', '等待服务器恢复连接', true), true)

function* findLocalChanges(
  { trees, local: { ignores } }: WorkspaceContext,
  state: 'local-changed' | 'waiting',
  reason: string,
  isKnown: boolean,
) {
  for (const path of trees.openPaths) {
    const [base, local] = [trees.get('base', path), trees.get('local', path)]
    const entry = local ?? base
    if (!entry || sameEntry(base, local) || (!base && !isKnown) || ignores(path, entry.kind)) continue
    yield [path, { kind: entry.kind, size: entry.kind === 'file' ? entry.size : 0, state, reason }] as const
  }
}

/** Whether a changed path is ignored, so that the folder stays in step. The ignore file itself is synced state. */
export function isIgnoredChange({ ignored, ignores }: LocalTree, disk: string): boolean {
  const path = normalize(disk)
  if (path === IGNORE_FILE) return false
  return ignores(path, 'file') || [...ancestorsOf(path), path].some((each) => ignored.has(each))
}
