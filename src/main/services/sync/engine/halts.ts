import { z } from 'zod'
import { halt, planItem, type Halt, type PlanItem } from '#shared/contract/workspace.ts'
import type { BaseStore } from '../base/store.ts'
import {
  brokenStop,
  changesServer,
  checkoutStop,
  findStops,
  keyOf,
  liveStop,
  remainingStop,
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

/** A safety stop outlives a restart: nobody has answered it yet. */
export const readHalt = (store: BaseStore): Halt | null => store.read('halt', halt.nullable())
export const readHeld = (store: BaseStore): PlanItem[] => store.read('halt-items', z.array(planItem)) ?? []

/** Answers whether it is another one than before. */
export function writeStop(store: BaseStore, stop: Stop | null): boolean {
  const before = readHalt(store)
  if (!stop) {
    if (before) store.write('halt', null)
    return before !== null
  }
  const { kind, message, deletes, total } = stop
  const next: Halt = { kind, message, deletes, total, signature: signatureOf(stop) }
  if (before?.kind === kind && before.signature === next.signature) return false
  store.write(
    'halt-items',
    stop.held.map(itemOf).toSorted((a, b) => byPath(a.path, b.path)),
  )
  store.write('halt', next)
  return true
}

const signatureOf = ({ kind, held, sites }: Stop): string =>
  sha256Of(Buffer.from([kind, ...(sites ?? held.map(keyOf)).toSorted()].join('\n')))

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
export const readAgreedSites = (store: BaseStore): readonly string[] =>
  store.read('agreed-sites', z.array(z.string())) ?? []

export interface StopInput {
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
  const stops = (found.length > 0 ? found : stillHeld(store, files.base, plan)).filter(
    ({ held }) => !held.every((step) => agreed.has(keyOf(step))),
  )
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
  return broken && !broken.held.every((step) => agreed.has(keyOf(step))) ? [...stops, broken] : stops
}

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

function stillHeld(store: BaseStore, total: number, plan: Plan): Stop[] {
  const open = readHalt(store)
  if (!open) return []
  const stop = remainingStop(total, plan, { kind: open.kind, paths: new Set(readHeld(store).map(({ path }) => path)) })
  return stop ? [stop] : []
}

/** The stop is what was shown when the person answered: the same steps on the same contents. */
export const isAbout = (stop: Stop, signature: string): boolean => signatureOf(stop) === signature

/** S17, S18 "proceed": the next cycle may carry out exactly what was shown. */
export function proceed(store: BaseStore, stop: Stop): void {
  if (stop.sites) store.write('agreed-sites', [...readAgreedSites(store), ...stop.sites])
  else writeAgreed(store, new Set([...readAgreed(store), ...stop.held.map(keyOf)]))
  writeStop(store, null)
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
  writeStop(store, null)
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
