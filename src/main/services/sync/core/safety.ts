import type { SafetyStop, PlanItem } from '#shared/contract/workspace.ts'
import type { Conflict, Operation, Plan } from './plan.ts'
import { fileCount, sameEntry, type Entry, type Sides, type Tree } from './tree.ts'

type StopKind = SafetyStop['kind']
type Deletion = 'delete-remote' | 'delete-local'

/** A step or a conflict of the plan that a safety stop holds back. */
export type HeldStep = Operation | Conflict

/** A part of a plan that is carried out only after a person has agreed to exactly these steps. */
export interface Stop {
  kind: StopKind
  /** Chinese text: the reason and the choices. */
  message: string
  /** Number of files that would be deleted (for all-changed: replaced). */
  deletes: number
  /** Number of files at the last sync. */
  total: number
  /** Only these steps wait; the rest of the plan is carried out. */
  heldSteps: HeldStep[]
  /** The sites that use the template, if the answer is about them instead of files. */
  sites?: readonly string[]
}

interface SafetyLimits {
  /** Share of the files that may be deleted in one cycle, 0..1. */
  share: number
  /** Fewer files than this never cause a stop. */
  atLeast: number
}
const SAFETY_LIMITS: SafetyLimits = { share: 0.5, atLeast: 5 }

/**
 * S17: the workspace folder is missing. `total` is the number of files at the last sync. This stop can't be confirmed:
 * syncing an empty folder would empty the server.
 */
export function createRootMissingStop(total: number): Stop {
  const message = '本地文件夹不存在（可能被移动、改名，或磁盘没有连接），已停止同步，服务器上的文件未改动'
  return { kind: 'local-root-missing', message, deletes: total, total, heldSteps: [] }
}

/** Number of files on each side in total; a plan may cover only a part of the trees. */
export type FileCounts = Readonly<Record<keyof Sides, number>>
export const countFiles = ({ base, local, remote }: Sides): FileCounts => ({
  base: fileCount(base),
  local: fileCount(local),
  remote: fileCount(remote),
})

/** S17, S18: the parts of a plan that need a person's consent, most serious first. */
export function findStops(sides: Sides, plan: Plan, files = countFiles(sides), limits = SAFETY_LIMITS): Stop[] {
  const total = files.base
  if (total === 0) return []
  const work = plan.operations.filter(({ action }) => action !== 'adopt' && action !== 'forget')
  const deletes = work.some(isDeletion)
  const emptied = (kind: StopKind, message: string): Stop[] => [
    { kind, message, deletes: total, total, heldSteps: work },
  ]
  if (deletes && files.local === 0) return emptied('local-emptied', '本地文件夹被清空了，已停止同步')
  if (deletes && files.remote === 0) return emptied('remote-emptied', '服务器上的模板被清空了，已停止同步')
  const stops: Stop[] = []
  const isMassChange = (count: number): boolean => count >= limits.atLeast && count > total * limits.share
  const stepsOf = (action: Operation['action']): Operation[] => work.filter((operation) => operation.action === action)
  const deletedOnServer = countDeletions(plan, 'delete-remote', sides.base, sides.local)
  if (isMassChange(deletedOnServer))
    stops.push(createMassDeleteStop('delete-remote', deletedOnServer, total, stepsOf('delete-remote')))
  const deletedLocally = countDeletions(plan, 'delete-local', sides.base, sides.remote)
  if (isMassChange(deletedLocally))
    stops.push(createMassDeleteStop('delete-local', deletedLocally, total, stepsOf('delete-local')))
  const changed = Math.max(countOneSidedChanges(sides, 'local'), countOneSidedChanges(sides, 'remote'))
  if (changed >= total && total >= limits.atLeast) {
    const message = `全部 ${total} 个文件都被改动了，确认后才会同步`
    const replaces = work.filter((step) => isDeletion(step) || ('expected' in step && step.expected !== null))
    stops.push({ kind: 'all-changed', message, deletes: changed, total, heldSteps: [...replaces, ...plan.conflicts] })
  }
  return stops
}

function createMassDeleteStop(action: Deletion, deletes: number, total: number, held: HeldStep[]): Stop {
  return action === 'delete-remote'
    ? {
        kind: 'mass-delete-remote',
        message: `本地删除了 ${total} 个文件中的 ${deletes} 个，确认后才会从服务器删除`,
        deletes,
        total,
        heldSteps: held,
      }
    : {
        kind: 'mass-delete-local',
        message: `服务器删除了 ${total} 个文件中的 ${deletes} 个，确认后才会从本地删除`,
        deletes,
        total,
        heldSteps: held,
      }
}

/**
 * One stop for a change of git branch: every step that changes the server is held, so that the server never holds a mix
 * of two branches. Switching back ends the stop.
 * @param from, to names of the checked-out commits
 */
export function createCheckoutStop(plan: Plan, stops: readonly Stop[], total: number, from: string, to: string): Stop {
  const held: HeldStep[] = plan.operations.filter(changesServer)
  const keys = new Set(held.map(keyOf))
  for (const step of stops.flatMap((stop) => stop.heldSteps)) if (!keys.has(keyOf(step))) held.push(step)
  const count = (does: (step: Operation) => boolean): number =>
    held.filter((step) => 'action' in step && does(step)).length
  const deletes = count((step) => step.action === 'delete-remote' && step.expected.kind === 'file')
  const changed = count((step) => step.action === 'upload' && step.expected !== null)
  const added = count((step) => step.action === 'upload' && step.expected === null)
  const where = from === to ? `“${to}”换到了另一个提交` : `从“${from}”切换到“${to}”`
  const message = `git ${where}：会在服务器上删除 ${deletes} 个、修改 ${changed} 个、新增 ${added} 个文件，确认后才会同步；切换回去会自动继续`
  return { kind: 'git-checkout', message, deletes, total, heldSteps: held }
}

/** The deletion that each kind of stop is about; null for kinds that hold back other steps. */
const DELETION_OF_STOP: Readonly<Record<StopKind, Deletion | null>> = {
  'local-root-missing': null,
  'local-emptied': 'delete-remote',
  'remote-emptied': 'delete-local',
  'mass-delete-remote': 'delete-remote',
  'mass-delete-local': 'delete-local',
  'all-changed': null,
  'git-checkout': 'delete-remote',
  'live-template': null,
  'template-errors': null,
}

/**
 * Names of the deletions that a stop is about, plus its held steps that are in `before`: those wait for an answer even
 * if another stop has replaced theirs.
 */
export const findDeletionNames = ({ kind, heldSteps }: Stop, before: ReadonlySet<string>): string[] =>
  heldSteps.flatMap((step) => {
    if (!('action' in step) || !isDeletion(step)) return []
    const name = deletionName(step)
    return step.action === DELETION_OF_STOP[kind] || before.has(name) ? [name] : []
  })

/** The same for a stop of which only the displayed steps are known. */
export const findDisplayedDeletions = (kind: StopKind, items: readonly PlanItem[]): string[] =>
  items.filter(({ action }) => action === DELETION_OF_STOP[kind]).map(deletionName)

const deletionName = ({ action, path }: Pick<Operation | PlanItem, 'action' | 'path'>): string => `${action} ${path}`

/**
 * S18: while deleted files reappear one by one, the remaining deletions may be too few for a new stop. A deletion that
 * was held back still waits until a person answers or its file reappears.
 * @param total number of files at the last sync
 * @param before names of the deletions that were held back
 */
export function findRemainingStops(total: number, plan: Plan, before: ReadonlySet<string>): Stop[] {
  return (['delete-remote', 'delete-local'] as const).flatMap((action) => {
    const held = plan.operations.filter((step) => step.action === action && before.has(deletionName(step)))
    const files = held.filter((step) => 'expected' in step && step.expected?.kind === 'file').length
    return held.length > 0 ? [createMassDeleteStop(action, files, total, held)] : []
  })
}

/** S41: the steps that change a template of enabled sites, for sites whose use has not been confirmed yet. */
export function createLiveTemplateStop(total: number, plan: Plan, sites: readonly string[]): Stop | null {
  const held = plan.operations.filter(changesServer)
  if (held.length === 0 || sites.length === 0) return null
  const names = sites.map((site) => `“${site}”`).join('、')
  const message = `启用中的站点${names}正在使用该模板，本地的修改上传后会直接影响网站`
  const files = held.filter(({ action }) => action !== 'make-remote-folder').length
  return { kind: 'live-template', message, deletes: files, total, heldSteps: held, sites }
}
/** A template error that the check of the folder found. */
export interface CheckedError {
  file: string
  line: number
  message: string
}

/** Uploads of files with template errors, if enabled sites use the template. */
export function createTemplateErrorStop(
  total: number,
  plan: Plan,
  sites: readonly string[],
  errors: readonly CheckedError[],
): Stop | null {
  const held = plan.operations.filter(
    ({ action, path }) => action === 'upload' && errors.some(({ file }) => file === path),
  )
  const [first] = errors.filter(({ file }) => held.some(({ path }) => path === file))
  if (!first) return null
  const names = sites.map((site) => `“${site}”`).join('、')
  const message = `要上传的 ${held.length} 个文件有模板错误，例如 ${first.file} 第 ${first.line} 行：${first.message}。启用中的站点${names}正在使用该模板`
  return { kind: 'template-errors', message, deletes: held.length, total, heldSteps: held }
}

export const changesServer = ({ action }: Operation): boolean =>
  ['upload', 'delete-remote', 'make-remote-folder'].includes(action)

const isDeletion = ({ action }: Operation): boolean => action === 'delete-local' || action === 'delete-remote'

/** Identifies what a person agrees to: this step with exactly these contents. */
export function keyOf(held: HeldStep): string {
  const sha = (entry: Entry | null): string => (entry?.kind === 'file' ? entry.sha256 : (entry?.kind ?? 'none'))
  if (!('action' in held)) return `conflict ${held.path} ${sha(held.local)} ${sha(held.remote)}`
  const entry = 'entry' in held ? sha(held.entry) : ''
  return `${held.action} ${held.path} ${entry} ${'expected' in held ? sha(held.expected) : ''}`
}

/**
 * Counts planned file deletions, except moved files, whose content exists under another path on the other side (S25).
 */
function countDeletions(plan: Plan, action: 'delete-local' | 'delete-remote', base: Tree, from: Tree): number {
  const moved = new Map<string, number>()
  for (const [path, entry] of from) {
    if (entry.kind === 'file' && !base.has(path)) moved.set(entry.sha256, (moved.get(entry.sha256) ?? 0) + 1)
  }
  let count = 0
  for (const operation of plan.operations) {
    if (operation.action !== action || operation.expected.kind !== 'file') continue
    const left = moved.get(operation.expected.sha256) ?? 0
    if (left > 0) moved.set(operation.expected.sha256, left - 1)
    else count += 1
  }
  return count
}

/** Number of base files whose content on this side differs from both the base and the other side. */
export function countOneSidedChanges({ base, local, remote }: Sides, side: 'local' | 'remote'): number {
  const tree = side === 'local' ? local : remote
  let count = 0
  for (const [path, entry] of base) {
    const now = tree.get(path)
    const changed = entry.kind === 'file' && now?.kind === 'file' && !sameEntry(entry, now)
    if (changed && !sameEntry(local.get(path), remote.get(path))) count += 1
  }
  return count
}
