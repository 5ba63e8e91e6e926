import { hostname } from 'node:os'
import type { UploadedFile } from '#shared/contract/host.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import type { Clock } from '#services/ports.ts'
import type { Emit, Logger, Sessions } from '#services/types.ts'
import type { Cause } from '../base/moments.ts'
import { isReserved } from '../core/names.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import type { WatchFolder } from '../local/watcher.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { SeenStore } from '../remote/seen.ts'
import type { FindLiveSites } from '../liveSites.ts'
import type { ListTemplates } from '../templates.ts'
import type { WorkspaceRecord } from '../records.ts'
import { openWorkspaceContext } from './workspaceContext.ts'
import { note, type Session, type WorkspaceContext } from './context.ts'
import type { CycleMemory } from './cycle.ts'
import { createDurable, type Durable } from './durable.ts'
import { createFailures } from './failures.ts'
import { createGitWait } from './gitWait.ts'
import { createIdentity } from './identity.ts'
import { createFolderLease, type FolderLease } from './folderLease.ts'
import { beginMoment, pruneHistory } from './history.ts'
import { createLink, type Link } from './link.ts'
import { isLeftAlone } from './look.ts'
import { Loop } from './loop.ts'
import type { OnceDeps } from './once.ts'
import { createPace } from './pace.ts'
import { createSettler } from './settler.ts'
import { present } from './status.ts'
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
  seen: SeenStore
  watch: WatchFolder | null
  time: EngineTime
  liveSites: FindLiveSites
  templates: ListTemplates
}

export const NO_FOLDER = '本地文件夹不见了，服务器上的文件都没有动：请把它移回原处后重新检查，或选择新位置，或断开同步'
const GIT_GIVEN_UP = 'git 的 index.lock 超过一分钟还在（可能是中断的 git 留下的），不再等待，继续同步'

/** Keeps one folder and one template in step until it is closed. */
export class Engine {
  readonly context: WorkspaceContext
  readonly #deps: EngineDeps
  readonly #memory: CycleMemory
  readonly #changed: ReturnType<typeof throttle>
  readonly #closing = new AbortController()
  readonly #trigger: Trigger
  readonly #mutex = new Mutex()
  readonly #durable: Durable
  readonly #lease: FolderLease
  readonly #link: Link
  readonly #loop: Loop
  readonly #wakes: NodeJS.Timeout

  /**
   * @param seenFolder what was seen of the folder when its plan was agreed to. Not one of `deps`, which live as long as
   * the engine: the trees are as large as the engine's own
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
      localSettler: createSettler(timing.deleteSettle, time.now),
      remoteSettler: createSettler(timing.deleteSettle, time.now),
    }
    this.#durable = createDurable(this.context, time.sleep)
    this.#lease = this.#createLease()
    this.#link = createLink({
      record,
      seen: deps.seen,
      sessions,
      timing,
      connect: deps.connect,
      attend: () => this.callServer(),
      exclusive: (work) => this.exclusive(work),
      time,
      liveSites: deps.liveSites,
      identity: createIdentity(this.context.store, record.folder, deps.templates),
    })
    this.#loop = this.#createLoop()
    this.#wakes = onWake(() => {
      this.context.local.hintAll()
      this.callServer()
    })
  }

  #createLease(): FolderLease {
    const { record, watch, log } = this.#deps
    const { layout, trees, local, trash, heard } = this.context
    return createFolderLease({
      layout,
      template: record.templateName,
      watch,
      countFiles: () => Math.max(trees.files.base, trees.files.local),
      ignores: (path, kind) => local.ignores(path, kind),
      onTaken: async (watcher) => {
        await trash.expire()
        await pruneHistory(this.context)
        await this.#durable.recover()
        local.useWatcher(watcher)
      },
      onHint: (disk) => {
        if (isReserved(disk)) return
        local.hint(disk)
        if (!isLeftAlone(local, disk)) heard.hint()
        this.#trigger.fire()
      },
      onFollowed: (folder) => {
        local.hintFolder(folder)
        this.#trigger.fire()
      },
      onTrouble: (error) => {
        log.warn('folder hints stopped, scanning instead', { workspace: record.id, error })
        local.hintAll(true)
        this.callServer()
      },
    })
  }

  #createLoop(): Loop {
    const { record, scansPaused, timing, time, emit, log } = this.#deps
    const onGivenUp = (): void => note(this.context, 'warning', '.git', GIT_GIVEN_UP)
    return new Loop({
      record,
      scansPaused,
      context: this.context,
      memory: this.#memory,
      lease: this.#lease,
      link: this.#link,
      trigger: this.#trigger,
      pace: createPace(timing, time.now),
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

  /** Somebody else than the folder has news: the next step asks the server. */
  callServer(): void {
    this.#loop.callServer()
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
    await this.#durable.ended()
    await this.exclusive(async () => {
      await this.#lease.release()
      this.context.store.close()
    })
    this.#changed.cancel()
  }

  view(): Workspace {
    return present(this.#deps.record, this.context, this.#loop.status)
  }

  setPaused(paused: boolean): void {
    this.#loop.setPaused(paused)
  }

  syncNow(): void {
    const { local, remoteTree } = this.context
    // In order, every file's stamp and the server's changes say all; the hourly scan reads every byte.
    const isInOrder = this.#loop.status.state === 'idle' && this.#memory.failures.next() === null
    this.#memory.failures.forgive()
    local.hintAll(!isInOrder)
    if (!isInOrder) remoteTree.forget()
    this.#link.refresh()
    this.callServer()
  }

  /** Never runs beside a cycle. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(work)
  }

  /** A change that a person makes in the folder or its history; a new cycle follows it. */
  changeFolder<T>(work: (context: WorkspaceContext) => Promise<T>): Promise<T> {
    return this.exclusive(() => work(this.context)).finally(() => this.callServer())
  }

  /** Work of a person's click, also during a pause: after the running cycle, with the server at hand; a new cycle follows it. */
  act<T>(cause: Cause, work: (once: OnceDeps) => Promise<T>): Promise<T> {
    return this.exclusive(() => this.#withServer(cause, work))
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unauthorized') this.#link.expire()
        throw error
      })
      .finally(() => {
        this.#changed()
        this.callServer()
      })
  }

  async #withServer<T>(cause: Cause, work: (once: OnceDeps) => Promise<T>): Promise<T> {
    const { record, emit, time } = this.#deps
    const { signal } = this.#closing
    const remote = await this.#link.remote(signal)
    if (!remote?.changes) remote?.refresh?.()
    if (!remote) throw new AppError('unauthorized', '这个工作区的连接没有登录，请先登录')
    if (!(await this.#lease.take())) throw new AppError('not-found', NO_FOLDER)
    beginMoment(this.context, cause)
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

/** How often is looked whether the machine slept, and how far its two clocks may differ until then, ms. */
const WAKE_EVERY = 20_000
const WAKE_GAP = 10_000

/** S4: after the machine slept, or its clock was set, nobody knows what came without a hint. */
function onWake(woken: () => void): NodeJS.Timeout {
  const gap = (): number => Date.now() - performance.now()
  let before = gap()
  const look = (): void => {
    const now = gap()
    if (Math.abs(now - before) > WAKE_GAP) woken()
    before = now
  }
  return setInterval(look, WAKE_EVERY).unref()
}
