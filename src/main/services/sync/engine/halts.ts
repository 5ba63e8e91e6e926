import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { halt, planItem, type Halt, type PlanItem } from '#shared/contract/workspace.ts'
import type { BaseStore } from '../base/store.ts'
import {
  brokenStop,
  changesServer,
  checkoutStop,
  deletionsOf,
  deletionsShown,
  findStops,
  keyOf,
  liveStop,
  remainingStops,
  rootMissing,
  type FileCounts,
  type FoundError,
  type Held,
  type Stop,
} from '../core/safety.ts'
import type { Plan } from '../core/plan.ts'
import { byPath, type Sides } from '../core/tree.ts'
import type { GitHead } from '../local/git.ts'
import { sha256Of } from '../local/hash.ts'
import type { Session } from './context.ts'
import { trashLocal, trashRemote } from './transfer.ts'

/** Earlier versions stored no `others`. */
const keptHalt = halt.extend({ others: z.number().default(0) })
/** A safety stop survives a restart, because nobody has answered it yet. */
export const readHalt = (store: BaseStore): Halt | null => store.read('halt', keptHalt.nullable())
export const readHeld = (store: BaseStore): PlanItem[] => store.read('halt-items', z.array(planItem)) ?? []

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
    const now = new Set([...(isSettled ? [] : before), ...stops.flatMap((stop) => deletionsOf(stop, before))])
    if (!isDeepStrictEqual(before, now)) store.write('held-deletions', [...now])
  }
  return show(store, first, first ? beside(first, stops) : 0)
}

function show(store: BaseStore, stop: Stop | null, others: number): boolean {
  const before = readHalt(store)
  const next = stop ? haltOf(stop, others) : null
  if (isDeepStrictEqual(before, next)) return false
  store.batch(() => {
    const items = stop?.held.map(itemOf).toSorted((a, b) => byPath(a.path, b.path)) ?? []
    if (before?.signature !== next?.signature) store.write('halt-items', items)
    store.write('halt', next)
  })
  return true
}

const haltOf = (stop: Stop, others: number): Halt => {
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
export function takeOverHeldDeletions(store: BaseStore): void {
  if (store.read('held-deletions', z.array(z.string())) !== null) return
  const before = store.read('halt', halt.pick({ kind: true }).nullable())
  store.write('held-deletions', before ? deletionsShown(before.kind, readHeld(store)) : [])
}

/** Number of files that wait only for the other stops, not for the first. */
function beside(first: Stop, stops: readonly Stop[]): number {
  const shown = new Set(first.held.map(({ path }) => path))
  return new Set(stops.flatMap(({ held }) => held.map(({ path }) => path)).filter((path) => !shown.has(path))).size
}

/** Identifies what an answer is about: the kind, the steps and the sites as displayed. */
const signatureOf = ({ kind, held, sites = [] }: Stop): string =>
  sha256Of(Buffer.from([kind, ...sites.map((site) => `site ${site}`), ...held.map(keyOf)].toSorted().join('\n')))

function itemOf(held: Held): PlanItem {
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
export const readAgreed = (store: BaseStore): ReadonlySet<string> =>
  new Set(store.read('agreed', z.array(z.string())) ?? [])
export const writeAgreed = (store: BaseStore, keys: Iterable<string>): void => store.write('agreed', [...keys])

/** The enabled sites whose change a person has confirmed (S41). */
const readAgreedSites = (store: BaseStore): readonly string[] => store.read('agreed-sites', z.array(z.string())) ?? []

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
  templateErrors: () => Promise<readonly FoundError[]>
}

/** The stops of a plan that have not been confirmed. */
export async function openStops(input: StopInput): Promise<Stop[]> {
  const { store, sides, plan, files, liveSites } = input
  if (input.rootMissing) return [rootMissing(files.base)]
  const agreed = readAgreed(store)
  const found = groupByCheckout(input, findStops(sides, plan, files))
  const held = new Set(found.flatMap((stop) => stop.held.map(keyOf)))
  const remaining = remainingStops(files.base, plan, readHeldDeletions(store)).filter((stop) => !isWithin(stop, held))
  const stops = [...found, ...remaining].filter((stop) => !isWithin(stop, agreed))
  if (!plan.operations.some(changesServer)) return stops
  const told = readAgreedSites(store)
  const sites = await liveSites()
  const live = liveStop(
    files.base,
    plan,
    sites.filter((site) => !told.includes(site)),
  )
  if (live || sites.length === 0) return live ? [...stops, live] : stops
  const sendsTemplates = plan.operations.some(({ action, path }) => action === 'upload' && TEMPLATE.test(path))
  const broken = sendsTemplates ? brokenStop(files.base, plan, sites, await input.templateErrors()) : null
  return broken && !isWithin(broken, agreed) ? [...stops, broken] : stops
}

const isWithin = ({ held }: Stop, keys: ReadonlySet<string>): boolean => held.every((step) => keys.has(keyOf(step)))

const gitHead = z.object({ name: z.string(), commit: z.string() }).nullable()
/** The checked-out commit at the last complete sync. */
export const writeGitHead = (store: BaseStore, head: GitHead | null): void => store.write('git-head', head)

/** The checked-out commit of the last sync, if it has changed since. */
export function headBefore(store: BaseStore, now: GitHead | null): GitHead | null {
  const before = store.read('git-head', gitHead)
  return now && before && before.commit !== now.commit ? before : null
}

/** Combines the stops that a branch change causes into one; stops caused by the server stay separate. */
function groupByCheckout({ store, plan, files, git }: StopInput, stops: Stop[]): Stop[] {
  const before = headBefore(store, git)
  const own = stops.filter(({ kind }) => kind === 'mass-delete-remote' || kind === 'all-changed')
  if (!git || !before || own.length === 0) return stops
  const grouped = checkoutStop(plan, own, files.base, before.name, git.name)
  return [grouped, ...stops.filter((stop) => !own.includes(stop))]
}

const TEMPLATE = /\.(?:html?|liquid)$/i

/** Whether the stop is the one that was displayed: the same steps with the same contents. */
export const isAbout = (stop: Stop, signature: string): boolean => signatureOf(stop) === signature

/** Answer "proceed" (S17, S18): the next cycle may carry out exactly the displayed steps. */
export function proceed(store: BaseStore, stop: Stop): void {
  if (stop.sites) store.write('agreed-sites', [...readAgreedSites(store), ...stop.sites])
  else writeAgreed(store, new Set([...readAgreed(store), ...stop.held.map(keyOf)]))
  show(store, null, 0)
}

/**
 * Answer "restore" (S17, S18): paths that are missing on one side leave the base, so that the next plan treats them as
 * new on the other side and restores them. For all-changed, files get the other side's content and their own goes to
 * the trash.
 */
export async function restore(session: Session, sides: Sides, stop: Stop): Promise<void> {
  const { store, clock } = session
  if (stop.kind === 'all-changed' || stop.kind === 'git-checkout') await takeBack(session, sides, stop)
  if (stop.kind !== 'all-changed') {
    store.batch(() => {
      for (const step of stop.held) {
        if ('action' in step && step.action.startsWith('delete-')) store.agree(step.path, null, clock.now())
      }
    })
  }
  show(store, null, 0)
}

/** Each of these files then counts as changed by the other side; that change is confirmed here too. */
async function takeBack(session: Session, sides: Sides, stop: Stop): Promise<void> {
  const { store, clock } = session
  const agreed = new Set(readAgreed(store))
  for (const step of stop.held) {
    const [local, remote] = [sides.local.get(step.path), sides.remote.get(step.path)]
    if (!('action' in step) || local?.kind !== 'file' || remote?.kind !== 'file') continue
    const { path } = step
    if (step.action === 'upload') {
      await trashLocal(session, path, local)
      store.agree(path, local, clock.now())
      agreed.add(keyOf({ action: 'download', path, entry: remote, expected: local }))
    } else if (step.action === 'download') {
      await trashRemote(session, path, remote)
      store.agree(path, remote, clock.now())
      agreed.add(keyOf({ action: 'upload', path, entry: local, expected: remote }))
    }
  }
  writeAgreed(store, agreed)
}
