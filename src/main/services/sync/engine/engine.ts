import { hostname } from 'node:os'
import type { UploadedFile } from '#shared/contract/host.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import type { Clock } from '#services/ports.ts'
import type { Emit, Logger, Sessions } from '#services/types.ts'
import type { RestorePointCause } from '../base/restorePoints.ts'
import { isReserved } from '../core/names.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import type { WatchFolder } from '../local/watcher.ts'
import type { ConnectRemote } from '../remote/connectRemote.ts'
import type { ListingCaches } from '../remote/listingCache.ts'
import type { FindLiveSites } from '../liveSites.ts'
import type { ListTemplates } from '../templates.ts'
import type { WorkspaceRecord } from '../records.ts'
import { openWorkspaceContext } from './workspaceContext.ts'
import { addLogLine, type Session, type WorkspaceContext } from './context.ts'
import type { CycleMemory } from './cycle.ts'
import { createDiskFlusher, type DiskFlusher } from './diskFlusher.ts'
import { createFailures } from './failures.ts'
import { createGitWait } from './gitWait.ts'
import { createTemplateIdentity } from './templateIdentity.ts'
import { createFolderLease, type FolderLease } from './folderLease.ts'
import { beginRestorePoint, pruneHistory } from './history.ts'
import { createServerLink, type ServerLink } from './serverLink.ts'
import { isIgnoredChange } from './scan.ts'
import { Loop } from './loop.ts'
import type { SyncOnceDeps } from './syncOnce.ts'
import { createCycleRateLimiter } from './cycleRateLimiter.ts'
import { createDeletionSettler } from './deletionSettler.ts'
import { toWorkspaceView } from './status.ts'
import type { Timing } from './timing.ts'
import { throttle, type EngineTime, type Trigger } from './trigger.ts'

export interface EngineDeps {
  record: WorkspaceRecord
  /** See LoopDeps. */
  scansPaused: boolean
  stateDir: string
  sessions: Sessions
  clock: Clock
  emit: Emit
  log: Logger
  timing: Timing
  connect: ConnectRemote
  listingCaches: ListingCaches
  watch: WatchFolder | null
  time: EngineTime
  liveSites: FindLiveSites
  templates: ListTemplates
}

export const FOLDER_MISSING_TEXT =
  '本地文件夹不存在，服务器上的文件未改动：请将文件夹移回原处后重新检查，或选择新位置，或断开同步'
const GIT_TIMEOUT_TEXT = 'git 的 index.lock 存在超过一分钟（可能由中断的 git 留下），不再等待，继续同步'

/** Keeps one folder and one template in step until closed. */
export class Engine {
  readonly context: WorkspaceContext
  readonly #deps: EngineDeps
  readonly #memory: CycleMemory
  readonly #changed: ReturnType<typeof throttle>
  readonly #closing = new AbortController()
  readonly #trigger: Trigger
  readonly #mutex = new Mutex()
  readonly #durable: DiskFlusher
  readonly #lease: FolderLease
  readonly #link: ServerLink
  readonly #loop: Loop
  readonly #wakes: NodeJS.Timeout

  /**
   * @param seenFolder the folder scan from when the plan was confirmed. It is not one of `deps`, which live as long as
   * the engine, because these trees are as large as the engine's own
   */
  constructor(deps: EngineDeps, seenFolder: SyncTrees | null) {
    this.#deps = deps
    const { record, timing, clock, log, emit, sessions, time } = deps
    this.#trigger = time.createTrigger()
    this.#changed = throttle(() => emit('workspace.changed', { id: record.id }), timing.eventEvery)
    this.context = openWorkspaceContext({
      root: record.localPath,
      template: record.folder,
      stateDir: deps.stateDir,
      timing,
      sleep: time.sleep,
      clock,
      log,
      onChange: this.#changed,
      self: () => [sessions.nameOf?.(record.connectionId) ?? '', `（${hostname()}）`].join(''),
      seenFolder,
    })
    this.#memory = {
      failures: createFailures(timing, time.now),
      localSettler: createDeletionSettler(timing.deleteSettle, time.now),
      remoteSettler: createDeletionSettler(timing.deleteSettle, time.now),
    }
    this.#durable = createDiskFlusher(this.context, time.sleep)
    this.#lease = this.#createLease()
    this.#link = createServerLink({
      record,
      listingCaches: deps.listingCaches,
      sessions,
      timing,
      connect: deps.connect,
      onServerNews: () => this.requestServerQuery(),
      exclusive: (work) => this.exclusive(work),
      time,
      liveSites: deps.liveSites,
      identity: createTemplateIdentity(this.context.store, record.folder, deps.templates),
    })
    this.#loop = this.#createLoop()
    this.#wakes = onWake(() => {
      this.context.local.requestFullScan()
      this.requestServerQuery()
    })
  }

  #createLease(): FolderLease {
    const { record, watch, log } = this.#deps
    const { layout, trees, local, trash, hints } = this.context
    return createFolderLease({
      layout,
      template: record.templateName,
      watch,
      countFiles: () => Math.max(trees.fileCounts.base, trees.fileCounts.local),
      ignores: (path, kind) => local.ignores(path, kind),
      onAcquired: async (watcher) => {
        await trash.removeExpired()
        await pruneHistory(this.context)
        await this.#durable.recover()
        local.setWatcher(watcher)
      },
      onHint: (disk) => {
        if (isReserved(disk)) return
        local.addHint(disk)
        if (!isIgnoredChange(local, disk)) hints.addHint()
        this.#trigger.fire()
      },
      onFollowed: (folder) => {
        local.addFolderHint(folder)
        this.#trigger.fire()
      },
      onTrouble: (error) => {
        log.warn('folder hints stopped, scanning instead', { workspace: record.id, error })
        local.requestFullScan(true)
        this.requestServerQuery()
      },
    })
  }

  #createLoop(): Loop {
    const { record, scansPaused, timing, time, emit, log } = this.#deps
    const onGivenUp = (): void => addLogLine(this.context, 'warning', '.git', GIT_TIMEOUT_TEXT)
    return new Loop({
      record,
      scansPaused,
      context: this.context,
      memory: this.#memory,
      lease: this.#lease,
      link: this.#link,
      trigger: this.#trigger,
      rateLimiter: createCycleRateLimiter(timing, time.now),
      git: createGitWait(record.localPath, timing.gitLongest, time.now, onGivenUp),
      sleep: (ms) => time.sleep(ms, this.#closing.signal),
      exclusive: (work) => this.exclusive(work),
      durable: this.#durable,
      now: time.now,
      closing: this.#closing,
      emit,
      changed: this.#changed,
      log,
    })
  }

  /** There is news from elsewhere than the folder: the next step queries the server. */
  requestServerQuery(): void {
    this.#loop.requestServerQuery()
    this.#trigger.fire()
  }

  start(): void {
    this.#loop.start()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#wakes)
    this.#link.close()
    await this.#loop.ended()
    await this.#durable.waitUntilDone()
    await this.exclusive(async () => {
      await this.#lease.release()
      this.context.store.close()
    })
    this.#changed.cancel()
  }

  view(): Workspace {
    return toWorkspaceView(this.#deps.record, this.context, this.#loop.status)
  }

  setPaused(paused: boolean): void {
    this.#loop.setPaused(paused)
  }

  syncNow(): void {
    const { local, remoteTree } = this.context
    // When all is in order, file stamps and the server's change feed are sufficient; the hourly scan reads every byte.
    const isInOrder = this.#loop.status.state === 'idle' && this.#memory.failures.nextRetryInMs() === null
    this.#memory.failures.allowRetries()
    local.requestFullScan(!isInOrder)
    if (!isInOrder) remoteTree.invalidate()
    this.#link.refresh()
    this.requestServerQuery()
  }

  /** Runs work that must never overlap a cycle. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(work)
  }

  /** Runs a person's change to the folder or its history; a new cycle follows. */
  changeFolder<T>(work: (context: WorkspaceContext) => Promise<T>): Promise<T> {
    return this.exclusive(() => work(this.context)).finally(() => this.requestServerQuery())
  }

  /**
   * Runs a person's action with the server, even during a pause: after the running cycle, and followed by a new one.
   */
  runAction<T>(cause: RestorePointCause, work: (once: SyncOnceDeps) => Promise<T>): Promise<T> {
    return this.exclusive(() => this.#withServer(cause, work))
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unauthorized') this.#link.expire()
        throw error
      })
      .finally(() => {
        this.#changed()
        this.requestServerQuery()
      })
  }

  async #withServer<T>(cause: RestorePointCause, work: (once: SyncOnceDeps) => Promise<T>): Promise<T> {
    const { record, emit, time } = this.#deps
    const { signal } = this.#closing
    const remote = await this.#link.connectRemote(signal)
    if (!remote?.changes) remote?.refresh?.()
    if (!remote) throw new AppError('unauthorized', '该工作区的连接尚未登录，请先登录')
    if (!(await this.#lease.acquire())) throw new AppError('not-found', FOLDER_MISSING_TEXT)
    beginRestorePoint(this.context, cause)
    const uploaded: UploadedFile[] = []
    const session: Session = { ...this.context, remote, signal, uploaded }
    const done = await work({
      session,
      memory: this.#memory,
      liveSites: () => this.#link.liveSites(signal),
      sleep: (ms) => time.sleep(ms, signal),
    })
    // The next cycle finds both sides equal and emits nothing, so the change is announced here.
    if (uploaded.length > 0) emit('template.changed', { folder: record.folder, uploaded })
    return done
  }
}

/** ms. How often to check for sleep, and how far the two clocks must diverge to indicate it. */
const WAKE_EVERY = 20_000
const WAKE_GAP = 10_000

/** S4: after the machine slept or its clock was set, changes may have been missed. */
function onWake(onWoken: () => void): NodeJS.Timeout {
  const gap = (): number => Date.now() - performance.now()
  let before = gap()
  const check = (): void => {
    const now = gap()
    if (Math.abs(now - before) > WAKE_GAP) onWoken()
    before = now
  }
  return setInterval(check, WAKE_EVERY).unref()
}
