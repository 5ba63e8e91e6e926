import { randomUUID } from 'node:crypto'
import type { OutputOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Grants, Sessions } from '#services/types.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import type { Tree } from '../core/tree.ts'
import { pollTimes, type Timing } from '../engine/timing.ts'
import { layoutOf } from '../local/layout.ts'
import { isMarkedFor } from '../local/lock.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { Remote } from '../remote/port.ts'
import type { SeenStore } from '../remote/seen.ts'
import { checkFolder, checkSpace } from './folderChecks.ts'
import type { FindLiveSites, FindSite } from '../liveSites.ts'
import { PLAN_AGAIN, type PendingPlan, type Plans } from './plans.ts'
import { openFolder, previewSync, type SeenFolder } from './preview.ts'
import { stateDirOf, type WorkspaceRecord } from '../records.ts'
import { makeProposed, type Proposals } from './proposal.ts'
import { folderWarnings } from './warnings.ts'

export interface ConnectDeps {
  dataDir: string
  sessions: Sessions
  grants: Grants
  /** Refuses folders that the administrator does not allow. */
  allow: (path: string) => void
  plans: Plans
  timing: Timing
  connect: ConnectRemote
  seen: SeenStore
  liveSites: FindLiveSites
  siteOf: FindSite
  proposals: Proposals
  records: () => Promise<WorkspaceRecord[]>
  /** What a workspace and its template last agreed on. */
  baseOf: (id: string) => Tree
}

/** What a person agreed to. */
export interface Agreed {
  record: WorkspaceRecord
  /** Set for a workspace whose folder was moved; forget: the new folder was not its own, both sides are compared afresh. */
  moved: { forget: boolean } | null
  /** What was seen of the folder. */
  seenFolder: SyncTrees
}

/** The two steps to a new workspace: show what would happen, and agree to exactly that (S8). */
export interface Connecting {
  propose(input: ParsedOf<'workspaces.propose'>): Promise<OutputOf<'workspaces.propose'>>
  plan(input: ParsedOf<'workspaces.plan'>): Promise<OutputOf<'workspaces.plan'>>
  agree(planId: string): Promise<Agreed>
}

export function createConnecting(deps: ConnectDeps): Connecting {
  /** Of the last plan only: a large folder takes some memory. */
  let lastSeen: SeenFolder | null = null
  const remoteOf = async (connectionId: string, folder: string, signal: AbortSignal): Promise<Remote> => {
    const client = deps.sessions.clientFor(connectionId)
    if (!client) throw new AppError('unauthorized', '请先登录，再同步模板')
    return deps.connect(
      { client, folder, seen: deps.seen.of(connectionId, folder), times: pollTimes(deps.timing) },
      signal,
    )
  }
  const liveWarnings = async (place: Pick<PendingPlan, 'connectionId' | 'folder'>, signal: AbortSignal) => {
    const client = deps.sessions.clientFor(place.connectionId)
    const sites = client ? await deps.liveSites(client, place.folder, signal) : []
    if (sites.length === 0) return []
    const names = sites.map((site) => `“${site}”`).join('、')
    return [`启用中的站点${names}正在使用这个模板：本地的修改会直接影响网站，第一次上传前会再问您一次`]
  }
  const refuseSecond = (records: readonly WorkspaceRecord[], connectionId: string, folder: string): void => {
    const other = records.find((record) => record.connectionId === connectionId && record.folder === folder)
    if (other) throw new AppError('conflict', `这个模板已经同步到“${other.localPath}”，请先断开那里的同步`)
  }
  const check = async (
    place: Pick<PendingPlan, 'connectionId' | 'folder' | 'moved'>,
    path: string,
  ): Promise<string> => {
    const all = await deps.records()
    const records = all.filter(({ id }) => id !== place.moved)
    refuseSecond(records, place.connectionId, place.folder)
    // Its own folder, which it holds and which was checked.
    if (all.some(({ id, localPath }) => id === place.moved && localPath === path)) return path
    deps.allow(path)
    return checkFolder(path, deps.dataDir, records)
  }
  const recordOf = async (id: string): Promise<WorkspaceRecord> => {
    const record = (await deps.records()).find((each) => each.id === id)
    if (!record) throw new AppError('not-found', '这个工作区已经断开，请刷新列表')
    return record
  }
  const folderOf = async ({ grant, workspace = '' }: ParsedOf<'workspaces.plan'>): Promise<string> =>
    grant === undefined ? (await recordOf(workspace)).localPath : deps.grants.resolve(grant)
  /** A moved folder is compared with what it agreed on; in any other everything is new, so nothing can be deleted. */
  const baseOf = async (moved: string | null, localPath: string): Promise<Tree> => {
    if (moved === null) return new Map()
    return (await isMarkedFor(layoutOf(localPath, stateDirOf(deps.dataDir, moved)))) ? deps.baseOf(moved) : new Map()
  }
  const wanted = async (
    input: ParsedOf<'workspaces.plan'>,
  ): Promise<Omit<PendingPlan, 'signature' | 'localPath' | 'make'>> => {
    if (input.workspace !== undefined) {
      const { connectionId, folder, templateName, id } = await recordOf(input.workspace)
      // A folder that stays where it is gets another template: the draft of its own, or back.
      const aim = input.grant === undefined ? { folder: input.folder, templateName: input.templateName } : {}
      return { connectionId, folder, templateName, ...aim, moved: id }
    }
    const connectionId = deps.sessions.currentConnectionId()
    if (connectionId === null) throw new AppError('unauthorized', '请先登录，再同步模板')
    return { connectionId, folder: input.folder, templateName: input.templateName, moved: null }
  }
  const plan = async (
    input: ParsedOf<'workspaces.plan'>,
    path: string,
    make: boolean,
  ): Promise<OutputOf<'workspaces.plan'>> => {
    const place = await wanted(input)
    const localPath = await check(place, path)
    const signal = new AbortController().signal
    const remote = await remoteOf(place.connectionId, place.folder, signal)
    const seen = openFolder(localPath)
    lastSeen = seen
    const base = await baseOf(place.moved, localPath)
    const preview = await previewSync(seen, remote, signal, base)
    await checkSpace(localPath, preview.downloadBytes)
    const pending: PendingPlan = { ...place, localPath, make, signature: preview.signature }
    const { items, downloadBytes, uploadBytes } = preview
    const warnings = [...(await liveWarnings(place, signal)), ...(await folderWarnings(localPath, base.size > 0))]
    return { planId: deps.plans.add(pending), localPath, items, downloadBytes, uploadBytes, warnings }
  }
  const agree = async ({ signature, moved, make, ...pending }: PendingPlan): Promise<Agreed> => {
    await check({ ...pending, moved }, pending.localPath)
    const signal = new AbortController().signal
    const remote = await remoteOf(pending.connectionId, pending.folder, signal)
    const base = await baseOf(moved, pending.localPath)
    const seen = lastSeen?.root === pending.localPath ? lastSeen : openFolder(pending.localPath)
    lastSeen = null
    const now = await previewSync(seen, remote, signal, base)
    if (now.signature !== signature) throw new AppError('conflict', PLAN_AGAIN)
    await deps.proposals.remember(pending, !make)
    return {
      record: { id: moved ?? randomUUID(), ...pending, paused: false },
      moved: moved === null ? null : { forget: base.size === 0 },
      seenFolder: seen.trees,
    }
  }
  return {
    async propose(input) {
      const connectionId = deps.sessions.currentConnectionId()
      const client = connectionId === null ? null : deps.sessions.clientFor(connectionId)
      if (connectionId === null || !client) throw new AppError('unauthorized', '请先登录，再同步模板')
      const records = await deps.records()
      const there = records.find((each) => each.connectionId === connectionId && each.folder === input.folder)
      if (there) return { grant: '', label: there.localPath, workspace: there.id }
      const site = await deps.siteOf(client, input.folder, new AbortController().signal)
      const path = await deps.proposals.propose({ connectionId, site, ...input }, records)
      return { grant: deps.grants.issue(path), label: path, workspace: null }
    },
    async plan(input) {
      const given = await folderOf(input)
      if (input.grant === undefined || !deps.proposals.isProposed(given)) return plan(input, given, false)
      // S8: nothing stays of the folder until a person has agreed.
      const takeBack = await makeProposed(given)
      try {
        return await plan(input, given, true)
      } finally {
        await takeBack()
      }
    },
    async agree(planId) {
      const pending = deps.plans.take(planId)
      const takeBack = pending.make ? await makeProposed(pending.localPath) : null
      try {
        return await agree(pending)
      } catch (error) {
        await takeBack?.()
        throw error
      }
    },
  }
}
