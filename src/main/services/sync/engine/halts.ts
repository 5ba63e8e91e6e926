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

/** One that an earlier version kept counts nothing beside it. */
const keptHalt = halt.extend({ others: z.number().default(0) })
/** A safety stop outlives a restart: nobody has answered it yet. */
export const readHalt = (store: BaseStore): Halt | null => store.read('halt', keptHalt.nullable())
export const readHeld = (store: BaseStore): PlanItem[] => store.read('halt-items', z.array(planItem)) ?? []

/**
 * Keeps the first stop for showing, with what it holds now, and of all of them the deletions.
 * @param isSettled false: something went or changed a moment ago, so nothing that was held is given up yet
 * @returns whether what is shown is another than before
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

/** What a stop of deletions held back until now, beside it too; it outlives a folder that is away for a while. */
function readHeldDeletions(store: BaseStore): ReadonlySet<string> {
  return new Set(store.read('held-deletions', z.array(z.string())) ?? [])
}

/**
 * An earlier version kept what its stop held for showing only. Of what it shows, the deletions that the stop was about
 * still wait for an answer, also when some of their files are back already.
 */
export function takeOverHeldDeletions(store: BaseStore): void {
  if (store.read('held-deletions', z.array(z.string())) !== null) return
  const before = store.read('halt', halt.pick({ kind: true }).nullable())
  store.write('held-deletions', before ? deletionsShown(before.kind, readHeld(store)) : [])
}

/** How many files wait for the stops behind the first one alone. */
function beside(first: Stop, stops: readonly Stop[]): number {
  const shown = new Set(first.held.map(({ path }) => path))
  return new Set(stops.flatMap(({ held }) => held.map(({ path }) => path)).filter((path) => !shown.has(path))).size
}

/** The kind, the steps and the sites: what is shown, and nothing that came after, is what an answer is about. */
const signatureOf = ({ kind, held, sites = [] }: Stop): string =>
  sha256Of(Buffer.from([kind, ...sites.map((site) => `site ${site}`), ...held.map(keyOf)].toSorted().join('\n')))

function itemOf(held: Held): PlanItem {
  if (!('action' in held)) {
    return { path: held.path, action: 'conflict', size: held.remote.size, reason: '两边内容不同：都会保留，由你选择' }
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

/** The steps that a person agreed to, by key; they hold until a cycle has carried them out. */
export const readAgreed = (store: BaseStore): ReadonlySet<string> =>
  new Set(store.read('agreed', z.array(z.string())) ?? [])
export const writeAgreed = (store: BaseStore, keys: Iterable<string>): void => store.write('agreed', [...keys])

/** The enabled sites that a person was told of and agreed to change (S41). */
const readAgreedSites = (store: BaseStore): readonly string[] => store.read('agreed-sites', z.array(z.string())) ?? []

interface StopInput {
  store: BaseStore
  sides: Sides
  plan: Plan
  /** Of the whole trees. */
  files: FileCounts
  rootMissing: boolean
  /** What is checked out in the folder; null without git. */
  git: GitHead | null
  /** Titles of the enabled sites that use the template; asked only when something would go out. */
  liveSites: () => Promise<readonly string[]>
  /** Errors of the template files in the folder; asked only when some would go to enabled sites. */
  templateErrors: () => Promise<readonly FoundError[]>
}

/** The stops of a plan that nobody has agreed to yet. */
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
/** What was checked out when both sides agreed last. */
export const writeGitHead = (store: BaseStore, head: GitHead | null): void => store.write('git-head', head)

/** What was checked out at the last sync, if it is something else now. */
export function headBefore(store: BaseStore, now: GitHead | null): GitHead | null {
  const before = store.read('git-head', gitHead)
  return now && before && before.commit !== now.commit ? before : null
}

/** What stops because another branch was checked out is one question; what came from the server is another. */
function groupByCheckout({ store, plan, files, git }: StopInput, stops: Stop[]): Stop[] {
  const before = headBefore(store, git)
  const own = stops.filter(({ kind }) => kind === 'mass-delete-remote' || kind === 'all-changed')
  if (!git || !before || own.length === 0) return stops
  const grouped = checkoutStop(plan, own, files.base, before.name, git.name)
  return [grouped, ...stops.filter((stop) => !own.includes(stop))]
}

const TEMPLATE = /\.(?:html?|liquid)$/i

/** The stop is what was shown when the person answered: the same steps on the same contents. */
export const isAbout = (stop: Stop, signature: string): boolean => signatureOf(stop) === signature

/** S17, S18 "proceed": the next cycle may carry out exactly what was shown. */
export function proceed(store: BaseStore, stop: Stop): void {
  if (stop.sites) store.write('agreed-sites', [...readAgreedSites(store), ...stop.sites])
  else writeAgreed(store, new Set([...readAgreed(store), ...stop.held.map(keyOf)]))
  show(store, null, 0)
}

/**
 * S17, S18 "restore": what went missing on one side leaves the base, so that the next plan takes it for new on the
 * other side and brings it back. Files that were all changed get the other side's content; theirs goes to the trash.
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

/** Seen from the other side, each of these files is then changed once more: that is agreed to with it. */
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
