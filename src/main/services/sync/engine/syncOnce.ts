import ignore from 'ignore'
import type { Direction, PlanItem, TransferResult } from '#shared/contract/workspace.ts'
import type { Operation, Plan } from '../core/plan.ts'
import { ancestorsOf, byPath } from '../core/tree.ts'
import { gitHeadOf } from '../local/git.ts'
import type { Session } from './context.ts'
import { computePlan, runCycle, type CycleInput, type CycleMemory } from './cycle.ts'
import { findOpenStops, readDisplayedStop, writeStops } from './safetyStops.ts'
import { findTemplateErrors } from './templateErrors.ts'

interface SyncOnceOptions {
  direction: Direction
  /** Path patterns in gitignore syntax; empty: all. */
  only: readonly string[]
  dryRun: boolean
}

export interface SyncOnceDeps {
  session: Session
  memory: CycleMemory
  liveSites: CycleInput['liveSites']
  sleep: (ms: number) => Promise<void>
}

/**
 * Limit of cycles per call; files that are being written and folders that wait for their contents need more than one.
 */
const MAX_CYCLES = 20

/** Runs one sync that the caller waits for: in one or both directions, for all or some paths. */
export async function syncOnce(deps: SyncOnceDeps, options: SyncOnceOptions): Promise<TransferResult> {
  const { session, memory } = deps
  const wanted = createPlanFilter(options)
  session.local.requestFullScan()
  const { sides, plan, look } = await computeSettledPlan(deps)
  const chosen = wanted(plan)
  const items = [...chosen.operations.flatMap(toPlanItems), ...chosen.conflicts.map(toConflictItem)]
  const shown = items.toSorted((a, b) => byPath(a.path, b.path))
  if (options.dryRun) {
    const { store, trees } = session
    const rootMissing = look.rootMissing
    const git = await gitHeadOf(session.layout.root)
    const stops = await findOpenStops({
      store,
      sides,
      plan,
      files: trees.fileCounts,
      rootMissing,
      git,
      liveSites: deps.liveSites,
      templateErrors: () => findTemplateErrors(session),
    })
    if (stops.length > 0) writeStops(store, stops)
    return { items: shown, done: 0, left: listOutOfStep(session, chosen), halt: readDisplayedStop(store) }
  }
  let done = 0
  const all = options.direction === 'sync' && options.only.length === 0
  for (let cycle = 0; cycle < MAX_CYCLES; cycle++) {
    const part = all ? {} : { selectPart: wanted }
    const result = await runCycle({ session, memory, liveSites: deps.liveSites, onWork: () => undefined, ...part })
    done += result.done
    writeStops(session.store, result.stops, result.settlesIn === null)
    if (result.stop) throw result.stop
    if (!result.again && result.settlesIn === null) break
    await deps.sleep(result.settlesIn ?? session.timing.shortest)
  }
  const after = await computePlan(session)
  return {
    items: shown,
    done,
    left: listOutOfStep(session, wanted(after.plan)),
    halt: readDisplayedStop(session.store),
  }
}

/** The plan once no file is being written, or after a limited number of scans. */
export async function computeSettledPlan({
  session,
  sleep,
}: Pick<SyncOnceDeps, 'session' | 'sleep'>): ReturnType<typeof computePlan> {
  for (let look = 0; ; look++) {
    const planned = await computePlan(session)
    const { settlesIn } = planned.look
    if (settlesIn === null || look === MAX_CYCLES) return planned
    await sleep(settlesIn)
  }
}

const PULL_ACTIONS: readonly string[] = ['download', 'delete-local', 'make-local-folder', 'adopt', 'forget']
const PUSH_ACTIONS: readonly string[] = ['upload', 'delete-remote', 'make-remote-folder', 'adopt', 'forget']

/** Selects the part of a plan in the requested direction and for the requested paths. */
function createPlanFilter({ direction, only }: SyncOnceOptions): (plan: Plan) => Plan {
  const rules = only.length > 0 ? ignore().add([...only]) : null
  const named = (path: string): boolean => rules === null || (ignore.isPathValid(path) && rules.ignores(path))
  const goes = ({ action }: Operation): boolean =>
    direction === 'sync' || (direction === 'pull' ? PULL_ACTIONS : PUSH_ACTIONS).includes(action)
  return (plan) => {
    const going = plan.operations.filter(goes)
    const files = going.filter(({ path }) => named(path))
    // A folder is created if something inside it is needed.
    const above = new Set(files.flatMap(({ path }) => ancestorsOf(path)))
    return {
      ...plan,
      operations: going.filter((step) => named(step.path) || (step.action.startsWith('make-') && above.has(step.path))),
      conflicts: plan.conflicts.filter(({ path }) => named(path)),
      problems: new Map([...plan.problems].filter(([path]) => named(path))),
    }
  }
}

function toPlanItems(step: Operation): PlanItem[] {
  const { path, action } = step
  if (action === 'adopt' || action === 'forget') return []
  const entry = 'entry' in step ? step.entry : 'expected' in step ? step.expected : null
  return [{ path, action, size: entry?.kind === 'file' ? entry.size : 0, reason: '' }]
}

const CONFLICT_REASON = '两边都改过：文本的修改没有重叠时自动合并，否则请在“本地同步”中选择用哪一个'
const toConflictItem = ({ path, remote }: Plan['conflicts'][number]): PlanItem => ({
  path,
  action: 'conflict',
  size: remote.size,
  reason: CONFLICT_REASON,
})

/** Requested paths that are not in step, with the known reason. */
function listOutOfStep({ states }: Session, { operations, conflicts, problems }: Plan): TransferResult['left'] {
  const known = new Map(states.list().map(({ path, reason }) => [path, reason]))
  const left = new Map<string, string>()
  for (const step of operations)
    if (toPlanItems(step).length > 0) left.set(step.path, known.get(step.path) || '尚未同步')
  for (const { path } of conflicts) left.set(path, CONFLICT_REASON)
  for (const [path, { reason }] of problems) left.set(path, reason)
  return [...left].map(([path, reason]) => ({ path, reason })).toSorted((a, b) => byPath(a.path, b.path))
}
