import { randomUUID } from 'node:crypto'
import type { OutputOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Grants, Sessions } from '#services/types.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import type { Tree } from '../core/tree.ts'
import { pollTimes, type Timing } from '../engine/timing.ts'
import { layoutOf } from '../local/layout.ts'
import { belongsToWorkspace } from '../local/lock.ts'
import type { ConnectRemote } from '../remote/connectRemote.ts'
import type { Remote } from '../remote/remote.ts'
import type { ListingCaches } from '../remote/listingCache.ts'
import { checkFolder, checkSpace, inCloudDrive } from './folderChecks.ts'
import type { FindLiveSites, FindSite } from '../liveSites.ts'
import { PLAN_OUTDATED_TEXT, type PendingPlan, type Plans } from './plans.ts'
import { openFolder, previewSync, type ScannedFolder } from './preview.ts'
import { stateDirOf, type WorkspaceRecord } from '../records.ts'
import { createProposedFolder, type Proposals } from './proposals.ts'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { RESERVED_FOLDER } from '../core/names.ts'
import { gitRootOf } from '../local/git.ts'

interface ConnectDeps {
  dataDir: string
  sessions: Sessions
  grants: Grants
  /** Throws for folders that the administrator does not allow. */
  allow: (path: string) => void
  plans: Plans
  timing: Timing
  connect: ConnectRemote
  listingCaches: ListingCaches
  liveSites: FindLiveSites
  siteOf: FindSite
  proposals: Proposals
  records: () => Promise<WorkspaceRecord[]>
  /** The last agreed state of a workspace and its template. */
  baseOf: (id: string) => Tree
}

/** What a person confirmed. */
export interface ConfirmedPlan {
  record: WorkspaceRecord
  /**
   * Set for a workspace whose folder was moved. forget: the new folder did not belong to it, so both sides are compared
   * from scratch.
   */
  moved: { forget: boolean } | null
  /** The scan of the folder. */
  scannedFolder: SyncTrees
}

type PlanTarget = Pick<PendingPlan, 'connectionId' | 'folder' | 'moved'>
type PlanInput = ParsedOf<'workspaces.plan'>
type PlanOutput = OutputOf<'workspaces.plan'>

/** The two steps to a new workspace: show the plan, then carry out exactly the confirmed plan (S8). */
export class WorkspaceConnector {
  readonly #deps: ConnectDeps
  /** Kept for the last plan only, because a large folder takes much memory. */
  #lastSeen: ScannedFolder | null = null

  constructor(deps: ConnectDeps) {
    this.#deps = deps
  }

  async propose(input: ParsedOf<'workspaces.propose'>): Promise<OutputOf<'workspaces.propose'>> {
    const { sessions, siteOf, proposals, grants } = this.#deps
    const connectionId = sessions.currentConnectionId()
    const client = connectionId === null ? null : sessions.clientFor(connectionId)
    if (connectionId === null || !client) throw new AppError('unauthorized', '请先登录，再同步模板')
    const records = await this.#deps.records()
    const existing = records.find((each) => each.connectionId === connectionId && each.folder === input.folder)
    if (existing) return { grant: '', label: existing.localPath, workspace: existing.id }
    const site = await siteOf(client, input.folder, new AbortController().signal)
    const path = await proposals.propose({ connectionId, site, ...input }, records)
    return { grant: grants.issue(path), label: path, workspace: null }
  }

  async plan(input: PlanInput): Promise<PlanOutput> {
    const path = await this.#folderOf(input)
    if (input.grant === undefined || !this.#deps.proposals.isProposed(path)) return this.#planFor(input, path, false)
    // S8: the folder is removed again until a person has confirmed the plan.
    const removeProposed = await createProposedFolder(path)
    try {
      return await this.#planFor(input, path, true)
    } finally {
      await removeProposed()
    }
  }

  async confirm(planId: string): Promise<ConfirmedPlan> {
    const pending = this.#deps.plans.consume(planId)
    const removeProposed = pending.make ? await createProposedFolder(pending.localPath) : null
    try {
      return await this.#agreeTo(pending)
    } catch (error) {
      await removeProposed?.()
      throw error
    }
  }

  async #planFor(input: PlanInput, path: string, make: boolean): Promise<PlanOutput> {
    const place = await this.#placeOf(input)
    const localPath = await this.#check(place, path)
    const signal = new AbortController().signal
    const remote = await this.#remoteOf(place, signal)
    const seen = openFolder(localPath)
    this.#lastSeen = seen
    const base = await this.#baseOf(place.moved, localPath)
    const preview = await previewSync(seen, remote, signal, base)
    await checkSpace(localPath, preview.downloadBytes)
    const pending: PendingPlan = { ...place, localPath, make, signature: preview.signature }
    const { items, downloadBytes, uploadBytes } = preview
    const warnings = [
      ...(await this.#liveWarnings(place, signal)),
      ...(await findFolderWarnings(localPath, base.size > 0)),
    ]
    return { planId: this.#deps.plans.add(pending), localPath, items, downloadBytes, uploadBytes, warnings }
  }

  async #agreeTo({ signature, moved, make, ...pending }: PendingPlan): Promise<ConfirmedPlan> {
    await this.#check({ ...pending, moved }, pending.localPath)
    const signal = new AbortController().signal
    const remote = await this.#remoteOf(pending, signal)
    const base = await this.#baseOf(moved, pending.localPath)
    const seen = this.#lastSeen?.root === pending.localPath ? this.#lastSeen : openFolder(pending.localPath)
    this.#lastSeen = null
    const now = await previewSync(seen, remote, signal, base)
    if (now.signature !== signature) throw new AppError('conflict', PLAN_OUTDATED_TEXT)
    await this.#deps.proposals.recordChoice(pending, !make)
    return {
      record: { id: moved ?? randomUUID(), ...pending, paused: false },
      moved: moved === null ? null : { forget: base.size === 0 },
      scannedFolder: seen.trees,
    }
  }

  async #placeOf(input: PlanInput): Promise<Omit<PendingPlan, 'signature' | 'localPath' | 'make'>> {
    if (input.workspace !== undefined) {
      const { connectionId, folder, templateName, id } = await this.#recordOf(input.workspace)
      // Without a new folder, the workspace switches to another template: its draft, or back.
      const target = input.grant === undefined ? { folder: input.folder, templateName: input.templateName } : {}
      return { connectionId, folder, templateName, ...target, moved: id }
    }
    const connectionId = this.#deps.sessions.currentConnectionId()
    if (connectionId === null) throw new AppError('unauthorized', '请先登录，再同步模板')
    return { connectionId, folder: input.folder, templateName: input.templateName, moved: null }
  }

  async #folderOf({ grant, workspace = '' }: PlanInput): Promise<string> {
    return grant === undefined ? (await this.#recordOf(workspace)).localPath : this.#deps.grants.resolve(grant)
  }

  async #recordOf(id: string): Promise<WorkspaceRecord> {
    const record = (await this.#deps.records()).find((each) => each.id === id)
    if (!record) throw new AppError('not-found', '该工作区已断开，请刷新列表')
    return record
  }

  async #check({ connectionId, folder, moved }: PlanTarget, path: string): Promise<string> {
    const all = await this.#deps.records()
    const others = all.filter(({ id }) => id !== moved)
    const same = others.find((record) => record.connectionId === connectionId && record.folder === folder)
    if (same) throw new AppError('conflict', `该模板已同步到“${same.localPath}”，请先断开该同步`)
    // The workspace already holds this folder, which was checked before.
    if (all.some(({ id, localPath }) => id === moved && localPath === path)) return path
    this.#deps.allow(path)
    return checkFolder(path, this.#deps.dataDir, others)
  }

  async #remoteOf({ connectionId, folder }: Omit<PlanTarget, 'moved'>, signal: AbortSignal): Promise<Remote> {
    const { sessions, connect, listingCaches, timing } = this.#deps
    const client = sessions.clientFor(connectionId)
    if (!client) throw new AppError('unauthorized', '请先登录，再同步模板')
    return connect({ client, folder, cache: listingCaches.of(connectionId, folder), times: pollTimes(timing) }, signal)
  }

  /** A moved folder is compared with its base; in any other folder everything is new, so nothing can be deleted. */
  async #baseOf(moved: string | null, localPath: string): Promise<Tree> {
    if (moved === null) return new Map()
    const { dataDir, baseOf } = this.#deps
    return (await belongsToWorkspace(layoutOf(localPath, stateDirOf(dataDir, moved)))) ? baseOf(moved) : new Map()
  }

  async #liveWarnings({ connectionId, folder }: Omit<PlanTarget, 'moved'>, signal: AbortSignal): Promise<string[]> {
    const client = this.#deps.sessions.clientFor(connectionId)
    const sites = client ? await this.#deps.liveSites(client, folder, signal) : []
    if (sites.length === 0) return []
    const names = sites.map((site) => `“${site}”`).join('、')
    return [`启用中的站点${names}正在使用该模板：本地的修改会直接影响网站，第一次上传前会再次确认`]
  }
}

const run = promisify(execFile)

/**
 * Warnings before a folder is connected; none of them forbids the connection.
 * @param isOwn the folder was in step with this template before, so its files are expected
 */
async function findFolderWarnings(root: string, isOwn: boolean): Promise<string[]> {
  const warnings: string[] = []
  const names = (await readdir(root)).filter((name) => name !== RESERVED_FOLDER)
  if (names.length > 0 && !isOwn) warnings.push('文件夹不为空：请核对同步计划，本地独有的文件会上传到服务器')
  if (inCloudDrive(root)) warnings.push('文件夹位于云盘中：云盘自身的同步可能与模板同步互相影响，建议换到普通文件夹')
  if (await isDirtyGit(root)) warnings.push('文件夹中有未提交的 git 改动：建议先提交，再开始同步')
  return warnings
}

/** S42. Without git on this machine or after an error there is no warning. */
async function isDirtyGit(root: string): Promise<boolean> {
  if ((await gitRootOf(root)) === null) return false
  try {
    const { stdout } = await run('git', ['status', '--porcelain', '--', '.'], { cwd: root, timeout: 5000 })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}
