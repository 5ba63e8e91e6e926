import { IGNORE_FILE, normalize } from '../core/names.ts'
import { ancestorsOf, sameEntry } from '../core/tree.ts'
import type { LocalScan } from '../local/localScan.ts'
import type { LocalTree } from '../local/localTree.ts'
import type { WorkspaceContext } from './context.ts'
import { readLastSync } from './status.ts'

/** Looks at what may have changed in the folder, and remembers what it looked like. */
export async function scanFolder({ local, store, heard }: WorkspaceContext, signal: AbortSignal): Promise<LocalScan> {
  const seen = heard.begin()
  const look = await local.scan(signal)
  store.saveStamps(local.drainChanged())
  seen(local.unsettled.size > 0)
  return look
}

/**
 * Looks at the folder, and again at what is heard of it until the server has answered: a change is shown at once, however
 * long the server takes. Answers the last look.
 */
export async function scanUntil(
  bench: WorkspaceContext,
  asking: Promise<unknown>,
  signal: AbortSignal,
): Promise<LocalScan> {
  const answered = new AbortController()
  const end = (): void => answered.abort()
  void asking.then(end, end)
  for (;;) {
    const look = await scanFolder(bench, signal)
    showChanged(bench)
    await somethingHeard(bench, look.settlesIn, answered.signal)
    // What is named from here on is for the next cycle.
    if (answered.signal.aborted) return look
  }
}

/** Waits for a hint, and then for those that come with it; for files that are being written; or for the end. */
async function somethingHeard({ heard, sleep, timing }: WorkspaceContext, settlesIn: number | null, end: AbortSignal) {
  const woken = new AbortController()
  const either = AbortSignal.any([woken.signal, end])
  const settled = settlesIn === null ? [] : [sleep(settlesIn, either)]
  await Promise.race([heard.next(either), ...settled])
  woken.abort()
  await sleep(timing.gather, end)
}

/** What is in the folder otherwise than in the base, before any plan. */
export function showChanged(bench: WorkspaceContext): void {
  // Before both sides were compared for the first time, a file that the base does not know may be in step.
  const isKnown = bench.remoteTree.version() !== null || readLastSync(bench) !== ''
  bench.states.found(changedIn(bench, 'local-changed', '', isKnown), false)
}

/** Offline: what waits for the server. */
export const showQueue = (bench: WorkspaceContext): void =>
  bench.states.found(changedIn(bench, 'waiting', '等待服务器恢复连接', true), true)

function* changedIn(
  { trees, local: { ignores } }: WorkspaceContext,
  state: 'local-changed' | 'waiting',
  reason: string,
  isKnown: boolean,
) {
  for (const path of trees.open) {
    const [base, local] = [trees.get('base', path), trees.get('local', path)]
    const entry = local ?? base
    if (!entry || sameEntry(base, local) || (!base && !isKnown) || ignores(path, entry.kind)) continue
    yield [path, { kind: entry.kind, size: entry.kind === 'file' ? entry.size : 0, state, reason }] as const
  }
}

/** What is ignored may change as it likes: the folder is in step. The rules themselves say what waits. */
export function isLeftAlone({ ignored, ignores }: LocalTree, disk: string): boolean {
  const path = normalize(disk)
  if (path === IGNORE_FILE) return false
  return ignores(path, 'file') || [...ancestorsOf(path), path].some((each) => ignored.has(each))
}
