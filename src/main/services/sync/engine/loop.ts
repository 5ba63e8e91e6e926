import type { Emit, Logger } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'
import { createRootMissingStop, type Stop } from '../core/safety.ts'
import type { LocalScan } from '../local/localScan.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { Session, WorkspaceContext } from './context.ts'
import { runCycle, type CycleMemory, type CycleResult } from './cycle.ts'
import type { DiskFlusher } from './diskFlusher.ts'
import { gitHeadOf } from '../local/git.ts'
import { beginRestorePoint } from './history.ts'
import { readConfirmedSteps, readDisplayedStop, writeConfirmedSteps, writeGitHead, writeStops } from './safetyStops.ts'
import { collectGarbageWhenIdle } from './garbage.ts'
import type { FolderLease } from './folderLease.ts'
import type { ServerLink } from './serverLink.ts'
import { scanFolder, displayLocalChanges, displayOfflineQueue } from './scan.ts'
import {
  findDueScan,
  createInitialState,
  isDue,
  mayHaveWrongTrees,
  nextState,
  delayUntilNextStep,
  type LoopEvent,
  type LoopState,
} from './loopState.ts'
import { renamedStatus, statusOf, type Status } from './status.ts'
import type { GitWait } from './gitWait.ts'
import type { CycleRateLimiter } from './cycleRateLimiter.ts'
import type { Trigger } from './trigger.ts'

export interface LoopDeps {
  record: WorkspaceRecord
  /** true: a workspace that starts paused scans its folder; false: the folder stays untouched until sync is resumed. */
  scansPaused: boolean
  context: WorkspaceContext
  memory: CycleMemory
  lease: FolderLease
  link: ServerLink
  trigger: Trigger
  rateLimiter: CycleRateLimiter
  git: GitWait
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  durable: DiskFlusher
  /** ms */
  now: () => number
  closing: AbortController
  emit: Emit
  changed: () => void
  log: Logger
  /** ms; resolves early when the engine is closed. */
  sleep: (ms: number) => Promise<void>
}

type ScanResult = Pick<LocalScan, 'moved' | 'rootMissing' | 'settlesIn'>
const NO_SCAN: ScanResult = { moved: false, rootMissing: false, settlesIn: null }
/** Cycles with more operations leave memory worth freeing. */
const MANY_OPERATIONS = 200

/**
 * The only loop of a workspace: one step after another, woken by hints, the server, timers and people. loopState.ts
 * decides what comes next; this class carries it out.
 */
export class Loop {
  readonly #deps: LoopDeps
  #state: LoopState
  /**
   * A workspace that starts paused acquires the lease only once: a folder that replaces this one later stays untouched.
   */
  #mayTakePaused: boolean
  #pausing = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(deps: LoopDeps) {
    this.#deps = deps
    this.#state = createInitialState(deps.record.paused, deps.now())
    this.#mayTakePaused = deps.scansPaused
  }

  get status(): Status {
    return this.#state.status
  }

  start(): void {
    const { log, record } = this.#deps
    this.#running = this.#run().catch((error: unknown) => {
      log.error('sync loop ended', { workspace: record.id, error })
      this.#apply({ type: 'broken', status: statusOf(error) })
    })
  }

  ended(): Promise<void> {
    return this.#running
  }

  /** The next step queries the server even if nothing changed in the folder. */
  requestServerQuery(): void {
    this.#apply({ type: 'call' })
  }

  setPaused(paused: boolean): void {
    const { link, trigger } = this.#deps
    this.#apply({ type: paused ? 'pause' : 'resume' })
    if (paused) {
      link.stopListening()
      this.#pausing.abort()
    } else this.#pausing = new AbortController()
    trigger.fire()
  }

  #apply(event: LoopEvent): void {
    const { now, context, changed } = this.#deps
    const before = this.#state.status
    this.#state = nextState(this.#state, event, now(), context.timing)
    const { state, message } = this.#state.status
    if (state !== before.state || message !== before.message) changed()
  }

  async #run(): Promise<void> {
    const { closing, now, rateLimiter, sleep, trigger, context } = this.#deps
    while (!closing.signal.aborted) {
      // Hints that arrive during this pause do not shorten it; they are kept for the next cycle.
      const pause = isDue(this.#state, now()) ? rateLimiter.acquire() : 0
      if (pause > 0) {
        await sleep(pause)
        continue
      }
      await this.#step().catch((error: unknown) => this.#fail(error))
      const ms = delayUntilNextStep(this.#state, now())
      await trigger.wait(ms === 0 ? 0 : Math.max(ms, context.timing.shortest), closing.signal)
      // Requests by a person or the server don't wait for the rest of a burst.
      if (context.local.hasHints() && this.#state.phase.kind === 'waiting') await sleep(context.timing.gather)
    }
  }

  #step(): Promise<void> {
    const { closing, exclusive, now } = this.#deps
    if (this.#state.phase.kind === 'paused') return this.#scanPaused()
    const signal = AbortSignal.any([closing.signal, this.#pausing.signal])
    const asks = isDue(this.#state, now())
    return exclusive(async () => {
      const { lease, git, link, context } = this.#deps
      if (asks) this.#apply({ type: 'ask' })
      // The folder is checked before the server is queried: without the folder the response would be useless.
      if (!(await (asks ? lease.acquire() : lease.acquireForScan()))) return this.#missRoot()
      if (await git.isBusy()) return this.#apply({ type: 'git-busy', message: git.reason })
      this.#planScan()
      if (this.#state.phase.kind === 'waiting') return this.#scan(signal)
      this.#apply({ type: 'ask' })
      const remote = await link.connectRemote(signal)
      if (!remote) return this.#apply({ type: 'signed-out' })
      return this.#cycle({ ...context, remote, signal, uploaded: [] })
    })
  }

  #planScan(): void {
    const { lease, now, context } = this.#deps
    const scan = findDueScan(this.#state, lease.isWatching(), now(), context.timing)
    if (scan === 'none') return
    context.local.requestFullScan(scan === 'deep')
    this.#apply({ type: 'scan-all', isDeep: scan === 'deep' })
  }

  /** Scans the folder without querying the server. */
  async #scan(signal: AbortSignal): Promise<void> {
    const { context } = this.#deps
    const scan = await scanFolder(context, signal)
    if (this.#state.status.state === 'offline') displayOfflineQueue(context)
    else if (scan.moved) displayLocalChanges(context)
    this.#applyScan(scan)
  }

  /** During a pause, shows the local changes that hints report; the server is not queried. */
  async #scanPaused(): Promise<void> {
    const { lease, context, closing, exclusive } = this.#deps
    const scanning = exclusive(async () => {
      if (this.#mayTakePaused) await lease.acquire()
      this.#mayTakePaused = false
      if (!lease.isWatching()) return null
      const scan = await scanFolder(context, closing.signal)
      displayLocalChanges(context)
      return scan
    })
    // Without a scan, or after a failed one, only a hint triggers the next scan.
    this.#applyScan((await scanning.catch(() => null)) ?? NO_SCAN)
  }

  #applyScan({ moved, rootMissing: isRootMissing, settlesIn }: ScanResult): void {
    this.#apply({ type: 'scanned', hasMoved: moved, isRootMissing, settlesIn })
  }

  async #cycle(session: Session): Promise<void> {
    const { context, link, memory, now, rateLimiter, durable, closing, emit, record } = this.#deps
    const { local, store } = context
    // S4: after the server was unreachable, every path is compared again.
    if (this.#state.failures > 0) local.requestFullScan()
    const began = now()
    const scansAll = local.isFullScanRequested()
    const agreed = readConfirmedSteps(store)
    // While a confirmed plan is still being carried out, its deletions belong to the same restore point.
    if (agreed.size === 0) beginRestorePoint(context, 'sync')
    let hasWorked = false
    const onWork = (): void => {
      hasWorked = true
      if (!readDisplayedStop(store)) this.#apply({ type: 'working' })
    }
    const announce = (changes: boolean): void => {
      const { uploaded } = session
      if (changes || uploaded.length > 0) emit('template.changed', { folder: record.folder, uploaded })
    }
    const input = { session, memory, liveSites: () => link.liveSites(session.signal), onWork }
    const result = await runCycle(input).catch((error: unknown) => {
      announce(false)
      throw error
    })
    announce(result.remoteChanged)
    if (scansAll) this.#apply({ type: 'scan-all-took', duration: now() - began })
    if (result.done > 0) rateLimiter.refund()
    // A run starts with listing both sides, so a full scan also leaves memory worth freeing.
    if (result.done > MANY_OPERATIONS || scansAll) collectGarbageWhenIdle()
    durable.flushInBackground(closing.signal)
    // Set before a failed transfer ends the cycle, so that the stop is shown. While deletions settle, the stop is
    // undecided.
    this.#setStops(result.stops, result.settlesIn === null)
    if (result.stops[0]?.kind === 'local-root-missing') return this.#missRoot()
    if (result.stop) throw result.stop
    const isComplete = !result.failed && !result.again && result.settlesIn === null && result.stops.length === 0
    if (isComplete && agreed.size > 0) writeConfirmedSteps(store, [])
    await this.#finish(result, hasWorked)
  }

  async #finish({ failed, again, settlesIn }: CycleResult, hasWorked: boolean): Promise<void> {
    const { record, context, link, lease, memory, changed } = this.#deps
    const { store, remoteTree, clock, local } = context
    const head = await gitHeadOf(record.localPath)
    link.listen(remoteTree)
    const halt = readDisplayedStop(store)
    if (!failed && !again && !halt) {
      store.write('last-sync', clock.now().toISOString())
      if (settlesIn === null) writeGitHead(store, head)
    }
    if (hasWorked) store.flush()
    const outcome = {
      failed,
      again,
      settlesIn,
      halt,
      isWatching: lease.isWatching(),
      retriesIn: memory.failures.nextRetryInMs(),
    }
    this.#apply({ type: 'finished', outcome })
    if (mayHaveWrongTrees(this.#state)) {
      local.requestFullScan()
      remoteTree.invalidate()
    }
    changed()
  }

  #setStops(stops: readonly Stop[], isSettled: boolean): void {
    const { context, changed, log, record } = this.#deps
    if (!writeStops(context.store, stops, isSettled)) return
    changed()
    const [stop] = stops
    if (stop) log.warn('sync halted', { workspace: record.id, kind: stop.kind, deletes: stop.deletes })
    else log.info('sync goes on, the cause of the stop is gone', { workspace: record.id })
  }

  /** Rechecks at short intervals: the folder may be moved back, or its disk connected again. */
  async #missRoot(): Promise<void> {
    const { context, link, lease } = this.#deps
    const stop = createRootMissingStop(context.trees.fileCounts.base)
    this.#setStops([stop], true)
    this.#apply({ type: 'root-missing', message: stop.message })
    link.stopListening()
    await lease.release()
  }

  async #fail(reason: unknown): Promise<void> {
    const { closing, link, log, record, context, exclusive } = this.#deps
    // A close or a pause wakes the loop anyway.
    if (closing.signal.aborted || isCancelled(reason)) return this.#apply({ type: 'cancelled' })
    link.stopListening()
    const code = reason instanceof AppError ? reason.code : null
    if (reason instanceof AppError && code === 'locked') return this.#apply({ type: 'locked', message: reason.message })
    const status = await this.#statusAfter(reason)
    if (code === 'unauthorized') link.expire()
    else log.warn('sync cycle failed', { workspace: record.id, error: reason })
    this.#apply({ type: 'failed', status })
    if (status.state !== 'offline') return
    await exclusive(() => scanFolder(context, closing.signal)).catch(() => undefined)
    displayOfflineQueue(context)
  }

  async #statusAfter(reason: unknown): Promise<Status> {
    const { link, closing, record } = this.#deps
    const isGone = reason instanceof AppError && reason.code === 'not-found'
    const now = isGone ? await link.findRenamed(closing.signal).catch(() => null) : null
    return now ? renamedStatus(record.folder, now) : statusOf(reason)
  }
}

/** A pause cancels the running cycle. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || (error instanceof AppError && error.code === 'cancelled'))
