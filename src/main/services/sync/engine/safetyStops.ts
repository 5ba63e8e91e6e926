import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { safetyStop, planItem, type SafetyStop, type PlanItem } from '#shared/contract/workspace.ts'
import type { BaseStore } from '../base/store.ts'
import {
  createTemplateErrorStop,
  changesServer,
  createCheckoutStop,
  findDeletionNames,
  findDisplayedDeletions,
  findStops,
  keyOf,
  createLiveTemplateStop,
  findRemainingStops,
  createRootMissingStop,
  type FileCounts,
  type CheckedError,
  type HeldStep,
  type Stop,
} from '../core/safety.ts'
import type { Plan } from '../core/plan.ts'
import { byPath, type Sides } from '../core/tree.ts'
import type { GitHead } from '../local/git.ts'
import { sha256Of } from '../local/hash.ts'
import type { Session } from './context.ts'
import { copyLocalToTrash, copyRemoteToTrash } from './transfer.ts'

/** Earlier versions stored no `others`. */
const storedStop = safetyStop.extend({ others: z.number().default(0) })
/** A safety stop survives a restart, because nobody has answered it yet. */
export const readDisplayedStop = (store: BaseStore): SafetyStop | null => store.read('halt', storedStop.nullable())
export const readHeldItems = (store: BaseStore): PlanItem[] => store.read('halt-items', z.array(planItem)) ?? []

/**
 * Stores the first stop for display with its held steps, and the deletions of all stops.
 * @param isSettled false: files were changed or deleted recently, so no held deletion is released yet
 * @returns whether the displayed stop has changed
 */
export function writeStops(store: BaseStore, stops: readonly Stop[], isSettled = true): boolean {
  const [first = null] = stops
  if (!first && !isSettled) return false
  if (first?.kind !== 'local-root-missing') {
    const before = readHeldDeletions(store)
    const now = new Set([...(isSettled ? [] : before), ...stops.flatMap((stop) => findDeletionNames(stop, before))])
    if (!isDeepStrictEqual(before, now)) store.write('held-deletions', [...now])
  }
  return storeDisplayedStop(store, first, first ? countOtherPaths(first, stops) : 0)
}

function storeDisplayedStop(store: BaseStore, stop: Stop | null, others: number): boolean {
  const before = readDisplayedStop(store)
  const next = stop ? toStoredStop(stop, others) : null
  if (isDeepStrictEqual(before, next)) return false
  store.batch(() => {
    const items = stop?.heldSteps.map(itemOf).toSorted((a, b) => byPath(a.path, b.path)) ?? []
    if (before?.signature !== next?.signature) store.write('halt-items', items)
    store.write('halt', next)
  })
  return true
}

const toStoredStop = (stop: Stop, others: number): SafetyStop => {
  const { kind, message, deletes, total } = stop
  return { kind, message, deletes, total, others, signature: signatureOf(stop) }
}

/** Deletions that stops have held back so far; kept even while the folder is temporarily missing. */
function readHeldDeletions(store: BaseStore): ReadonlySet<string> {
  return new Set(store.read('held-deletions', z.array(z.string())) ?? [])
}

/**
 * Migration: an earlier version stored held steps only for display. The displayed deletions of its stop still wait for
 * an answer, even if some of their files are back.
 */
export function migrateHeldDeletions(store: BaseStore): void {
  if (store.read('held-deletions', z.array(z.string())) !== null) return
  const before = store.read('halt', safetyStop.pick({ kind: true }).nullable())
  store.write('held-deletions', before ? findDisplayedDeletions(before.kind, readHeldItems(store)) : [])
}

/** Number of files that wait only for the other stops, not for the first. */
function countOtherPaths(first: Stop, stops: readonly Stop[]): number {
  const shown = new Set(first.heldSteps.map(({ path }) => path))
  return new Set(stops.flatMap(({ heldSteps }) => heldSteps.map(({ path }) => path)).filter((path) => !shown.has(path)))
    .size
}

/** Identifies what an answer is about: the kind, the steps and the sites as displayed. */
const signatureOf = ({ kind, heldSteps, sites = [] }: Stop): string =>
  sha256Of(Buffer.from([kind, ...sites.map((site) => `site ${site}`), ...heldSteps.map(keyOf)].toSorted().join('\n')))

function itemOf(held: HeldStep): PlanItem {
  if (!('action' in held)) {
    return { path: held.path, action: 'conflict', size: held.remote.size, reason: '两边内容不同：都会保留，由您选择' }
  }
  const { path, action } = held
  const entry = 'entry' in held ? held.entry : 'expected' in held ? held.expected : null
  return {
    path,
    action: action === 'forget' ? 'skip' : action,
    size: entry?.kind === 'file' ? entry.size : 0,
    reason: '',
  }
}

/** Keys of the steps that a person agreed to; valid until a cycle has carried them out. */
export const readConfirmedSteps = (store: BaseStore): ReadonlySet<string> =>
  new Set(store.read('agreed', z.array(z.string())) ?? [])
export const writeConfirmedSteps = (store: BaseStore, keys: Iterable<string>): void => store.write('agreed', [...keys])

/** The enabled sites whose change a person has confirmed (S41). */
const readConfirmedSites = (store: BaseStore): readonly string[] =>
  store.read('agreed-sites', z.array(z.string())) ?? []

interface StopInput {
  store: BaseStore
  sides: Sides
  plan: Plan
  /** Counts of the whole trees. */
  files: FileCounts
  rootMissing: boolean
  /** The checked-out commit; null without git. */
  git: GitHead | null
  /** Titles of the enabled sites that use the template; queried only when something would be uploaded. */
  liveSites: () => Promise<readonly string[]>
  /** Errors of the folder's template files; queried only when some would be uploaded to enabled sites. */
  templateErrors: () => Promise<readonly CheckedError[]>
}

/** The stops of a plan that have not been confirmed. */
export async function findOpenStops(input: StopInput): Promise<Stop[]> {
  const { store, sides, plan, files, liveSites } = input
  if (input.rootMissing) return [createRootMissingStop(files.base)]
  const agreed = readConfirmedSteps(store)
  const found = groupByCheckout(input, findStops(sides, plan, files))
  const heldKeys = new Set(found.flatMap((stop) => stop.heldSteps.map(keyOf)))
  const remaining = findRemainingStops(files.base, plan, readHeldDeletions(store)).filter(
    (stop) => !isCoveredBy(stop, heldKeys),
  )
  const stops = [...found, ...remaining].filter((stop) => !isCoveredBy(stop, agreed))
  if (!plan.operations.some(changesServer)) return stops
  const confirmedSites = readConfirmedSites(store)
  const sites = await liveSites()
  const live = createLiveTemplateStop(
    files.base,
    plan,
    sites.filter((site) => !confirmedSites.includes(site)),
  )
  if (live || sites.length === 0) return live ? [...stops, live] : stops
  const sendsTemplates = plan.operations.some(({ action, path }) => action === 'upload' && TEMPLATE.test(path))
  const broken = sendsTemplates ? createTemplateErrorStop(files.base, plan, sites, await input.templateErrors()) : null
  return broken && !isCoveredBy(broken, agreed) ? [...stops, broken] : stops
}

const isCoveredBy = ({ heldSteps }: Stop, keys: ReadonlySet<string>): boolean =>
  heldSteps.every((step) => keys.has(keyOf(step)))

const gitHead = z.object({ name: z.string(), commit: z.string() }).nullable()
/** The checked-out commit at the last complete sync. */
export const writeGitHead = (store: BaseStore, head: GitHead | null): void => store.write('git-head', head)

/** The checked-out commit of the last sync, if it has changed since. */
export function findFormerHead(store: BaseStore, now: GitHead | null): GitHead | null {
  const before = store.read('git-head', gitHead)
  return now && before && before.commit !== now.commit ? before : null
}

/** Combines the stops that a branch change causes into one; stops caused by the server stay separate. */
function groupByCheckout({ store, plan, files, git }: StopInput, stops: Stop[]): Stop[] {
  const before = findFormerHead(store, git)
  const own = stops.filter(({ kind }) => kind === 'mass-delete-remote' || kind === 'all-changed')
  if (!git || !before || own.length === 0) return stops
  const grouped = createCheckoutStop(plan, own, files.base, before.name, git.name)
  return [grouped, ...stops.filter((stop) => !own.includes(stop))]
}

const TEMPLATE = /\.(?:html?|liquid)$/i

/** Whether the stop is the one that was displayed: the same steps with the same contents. */
export const hasSignature = (stop: Stop, signature: string): boolean => signatureOf(stop) === signature

/** Answer "proceed" (S17, S18): the next cycle may carry out exactly the displayed steps. */
export function confirmStop(store: BaseStore, stop: Stop): void {
  if (stop.sites) store.write('agreed-sites', [...readConfirmedSites(store), ...stop.sites])
  else writeConfirmedSteps(store, new Set([...readConfirmedSteps(store), ...stop.heldSteps.map(keyOf)]))
  storeDisplayedStop(store, null, 0)
}

/**
 * Answer "restore" (S17, S18): paths that are missing on one side leave the base, so that the next plan treats them as
 * new on the other side and restores them. For all-changed, files get the other side's content and their own goes to
 * the trash.
 */
export async function revertStop(session: Session, sides: Sides, stop: Stop): Promise<void> {
  const { store, clock } = session
  if (stop.kind === 'all-changed' || stop.kind === 'git-checkout') await revertChanges(session, sides, stop)
  if (stop.kind !== 'all-changed') {
    store.batch(() => {
      for (const step of stop.heldSteps) {
        if ('action' in step && step.action.startsWith('delete-')) store.recordAgreed(step.path, null, clock.now())
      }
    })
  }
  storeDisplayedStop(store, null, 0)
}

/** Each of these files then counts as changed by the other side; that change is confirmed here too. */
async function revertChanges(session: Session, sides: Sides, stop: Stop): Promise<void> {
  const { store, clock } = session
  const agreed = new Set(readConfirmedSteps(store))
  for (const step of stop.heldSteps) {
    const [local, remote] = [sides.local.get(step.path), sides.remote.get(step.path)]
    if (!('action' in step) || local?.kind !== 'file' || remote?.kind !== 'file') continue
    const { path } = step
    if (step.action === 'upload') {
      await copyLocalToTrash(session, path, local)
      store.recordAgreed(path, local, clock.now())
      agreed.add(keyOf({ action: 'download', path, entry: remote, expected: local }))
    } else if (step.action === 'download') {
      await copyRemoteToTrash(session, path, remote)
      store.recordAgreed(path, remote, clock.now())
      agreed.add(keyOf({ action: 'upload', path, entry: local, expected: remote }))
    }
  }
  writeConfirmedSteps(store, agreed)
}
