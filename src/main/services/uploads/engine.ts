import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import type { ApiClient, Logger } from '../types.ts'
import { decideAfterFailure, mayBeUnreachable, delayAfterFailures } from './core/decide.ts'
import { Meter } from './core/meter.ts'
import { isQueued } from './core/state.ts'
import { type Accounts, CircuitBreakers, admitUpload, UNREACHABLE } from './admission.ts'
import { createTransitions, toUploadTask, Queue, type Task, computeTotals } from './queue.ts'
import { createReport, type Report, type UploadNotices } from './report.ts'
import type { UploadRecord } from './record.ts'
import type { UploadJob, UploadRunner } from './run.ts'
import type { UploadStore } from './store.ts'
import type { OwnFiles } from './validateFiles.ts'

/** Number of upload slots; one connection each keeps a disk and a server busy. */
const MAX_SLOTS = 3
/** Number of small files that share one slot, because they are sent together in one request. */
const FILES_PER_SLOT = 16

interface Run {
  stop: AbortController
  client: ApiClient
  /** The fraction of a slot that this run occupies. */
  share: number
  ended: Promise<void>
}

/** Dependencies of the engine. */
export interface EngineParts {
  store: UploadStore
  spooledFiles: OwnFiles
  log: Logger
  accounts: Accounts
  runner: UploadRunner
  notices: UploadNotices
  /** Whether the server responds at all. */
  isReachable(client: ApiClient): Promise<boolean>
}

/**
 * Schedules uploads: decides which run, and handles success and failure. Continues the stored uploads. core/state.ts
 * holds the states of one upload, core/decide.ts the consequences of a failure.
 */
export class UploadEngine {
  readonly #parts: EngineParts
  readonly #queue: Queue
  readonly #runs = new Map<string, Run>()
  readonly #breakers = new CircuitBreakers()
  readonly #meter = new Meter()
  readonly #report: Report
  readonly #transitions: ReturnType<typeof createTransitions>
  /** Bytes of uploads that finished since the queue was last empty, so that the progress bar only grows. */
  #doneBytes = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#queue = new Queue(parts.store)
    this.#report = createReport({
      task: (id) => {
        const task = this.#queue.get(id)
        return task && this.#isShown(task) ? toUploadTask(task, performance.now()) : null
      },
      order: () => this.#shown().map(({ record }) => record.id),
      active: () => [...this.#runs.keys()],
      totals: () => this.#totals(),
      emit: (changes) => parts.notices.changed(changes, this.#progress()),
    })
    this.#transitions = createTransitions(this.#queue, (id) => this.#report.touch(id), parts.log)
    if (this.#queue.ids.length > 0) queueMicrotask(() => this.#schedule())
  }

  list(): { tasks: UploadTask[]; totals: UploadTotals } {
    return { tasks: this.#shown().map((task) => toUploadTask(task, performance.now())), totals: this.#totals() }
  }

  add(records: readonly UploadRecord[]): UploadTask[] {
    const added = this.#queue.add(records)
    for (const { record } of added) this.#report.touch(record.id)
    this.#report.reordered()
    this.#schedule()
    return added.map((task) => toUploadTask(task, performance.now()))
  }

  pause(ids: readonly string[]): void {
    this.#forEach(ids, (task) => {
      if (this.#transitions.apply(task, { type: 'pause' })) this.#runs.get(task.record.id)?.stop.abort()
    })
  }

  resume(ids: readonly string[]): void {
    this.#forEach(ids, (task) => {
      if (this.#transitions.apply(task, { type: 'resume' })) forgetFailures(task)
    })
  }

  retry(ids: readonly string[]): void {
    this.#forEach(ids, (task) => {
      // A held upload waits for its next automatic retry; 重试 starts it at once.
      if (!this.#transitions.apply(task, { type: 'retry' }) && task.state.step !== 'held') return
      forgetFailures(task)
      this.#breakers.open(task.record.connectionId)
    })
  }

  async cancel(ids: readonly string[]): Promise<void> {
    const tasks = this.#queue.getExisting(ids).filter((task) => this.#isShown(task))
    const running = tasks.flatMap(({ record }) => this.#runs.get(record.id) ?? [])
    this.#drop(tasks.map(({ record }) => record.id))
    await stopAll(running)
    for (const task of tasks) {
      this.#removeSpooled(task)
      if (task.state.step !== 'done') this.#parts.runner.deleteFromServer(task.record)
    }
    this.#schedule()
  }

  move(id: string, before: string): void {
    const isShown = this.#queue.getExisting([id]).some((task) => this.#isShown(task))
    if (isShown && this.#queue.move(id, before)) this.#report.reordered()
  }

  /** Removes finished uploads from the list. */
  clear(): void {
    this.#drop(this.#shown().flatMap(({ record, state }) => (state.step === 'done' ? record.id : [])))
  }

  /** Call it after a sign-in or sign-out. */
  sessionsChanged(): void {
    for (const [id, { stop, client }] of this.#runs) {
      const task = this.#queue.get(id)
      if (!task || this.#parts.accounts.clientOf(task.record) === client) continue
      stop.abort()
      this.#transitions.apply(task, { type: 'wait' })
    }
    this.#schedule()
  }

  /** Call it when a server is reachable again. */
  reachable(): void {
    this.#breakers.openAll()
    this.#schedule()
  }

  /** Stops the work; unfinished uploads continue at the next start. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#report.stop()
    await stopAll([...this.#runs.values()])
    this.#parts.store.close()
  }

  #isShown({ record }: Task): boolean {
    return this.#parts.accounts.isVisible(record)
  }

  #shown(): Task[] {
    return this.#queue.all().filter((task) => this.#isShown(task))
  }

  #totals(): UploadTotals {
    return computeTotals(this.#shown(), this.#meter, performance.now())
  }

  #progress(): number | null {
    const { open, bytes, sent, active } = this.#totals()
    if (open === 0) this.#doneBytes = 0
    return active === 0 ? null : (this.#doneBytes + sent) / Math.max(this.#doneBytes + bytes, 1)
  }

  #forEach(ids: readonly string[], work: (task: Task) => void): void {
    for (const task of this.#queue.getExisting(ids)) if (this.#isShown(task)) work(task)
    this.#schedule()
  }

  /** Starts the uploads that may run now, in the user's order, and sets a timer for the next. */
  #schedule(): void {
    if (this.#isClosed) return
    const { accounts, runner } = this.#parts
    let due = Infinity
    let taken = [...this.#runs.values()].reduce((sum, { share }) => sum + share, 0)
    for (const id of this.#queue.ids) {
      if (taken >= MAX_SLOTS) break
      const task = this.#queue.get(id)
      if (!task || this.#runs.has(id) || !isQueued(task.state)) continue
      const found = admitUpload(task, accounts, this.#breakers)
      if ('due' in found) {
        if (found.event) this.#transitions.note(task, found.event)
        due = Math.min(due, found.due)
        continue
      }
      const share = runner.mayShare(found, task.record) ? 1 / FILES_PER_SLOT : 1
      // Files start in the user's order: small ones don't pass a large one that waits for a whole slot.
      if (taken + share > MAX_SLOTS) break
      taken += share
      this.#start(task, found, share)
    }
    clearTimeout(this.#timer)
    if (due === Infinity) return
    this.#timer = setTimeout(() => this.#schedule(), Math.max(due - Date.now(), 10))
    this.#timer.unref()
  }

  #start(task: Task, client: ApiClient, share: number): void {
    const { id, connectionId } = task.record
    const stop = new AbortController()
    this.#transitions.apply(task, { type: 'start' })
    const ended = this.#parts.runner
      .run(this.#jobOf(task, client, stop.signal))
      .then(
        // P16: an upload that was stopped after the server had stored it still counts as done.
        (attachment) => this.#queue.get(id) === task && this.#finish(task, attachment),
        (error: unknown) => this.#fail(task, client, error, stop.signal),
      )
      .catch((error: unknown) => this.#parts.log.error('upload engine', { error }))
      .then(() => {
        this.#runs.delete(id)
        task.sent = task.state.step === 'done' ? task.record.size : task.acknowledged
        this.#breakers.release(connectionId, id)
        this.#schedule()
      })
    this.#runs.set(id, { stop, client, share, ended })
  }

  #jobOf(task: Task, client: ApiClient, signal: AbortSignal): UploadJob {
    const { log, notices } = this.#parts
    const { id, connectionId } = task.record
    return {
      client,
      signal,
      record: () => task.record,
      save: (change) => this.#queue.save(task, change),
      step: (event) => void (!signal.aborted && this.#transitions.apply(task, event)),
      sent: (bytes) => {
        task.sent += bytes
        task.meter.add(bytes, performance.now())
        this.#meter.add(bytes, performance.now())
        this.#report.touch(id)
      },
      acknowledged: (bytes, underway) => {
        if (bytes > task.acknowledged) task.failures = 0
        task.acknowledged = bytes
        task.sent = bytes + underway
        if (bytes > 0 && !task.record.begun) this.#queue.save(task, { begun: true })
        if (this.#breakers.open(connectionId)) this.#schedule()
      },
      changed() {
        task.sent = task.acknowledged = 0
        log.warn('upload begins anew: the file has changed', { id, name: task.record.name })
        notices.restarted(task.record.name)
      },
    }
  }

  #finish(task: Task, attachment: Attachment | null): void {
    this.#breakers.open(task.record.connectionId)
    this.#doneBytes += task.record.size
    this.#transitions.apply(task, { type: 'finish', attachment })
    this.#removeSpooled(task)
    const tooMany = this.#queue.finish(task)
    if (tooMany.length > 0) this.#drop(tooMany)
  }

  async #fail(task: Task, client: ApiClient, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { log, isReachable: reaches, runner } = this.#parts
    const { apply, note, beginAnew } = this.#transitions
    const { id, name, connectionId } = task.record
    const known = error instanceof AppError ? error : new AppError('internal', UNEXPECTED_MESSAGE, { cause: error })
    log.warn('upload step failed', { id, name, code: known.code, error })
    const isReachable = !mayBeUnreachable(known) || (await reaches(client).catch(() => false))
    if (signal.aborted) return
    const consequence = decideAfterFailure(known, isReachable, task.failures + 1)
    if (consequence.kind === 'signed-out') return void apply(task, { type: 'wait' })
    if (consequence.kind === 'unreachable') {
      this.#breakers.close(connectionId, Date.now())
      return void apply(task, { type: 'hold', reason: 'unreachable', message: UNREACHABLE })
    }
    this.#breakers.open(connectionId)
    task.failures += 1
    if (consequence.kind === 'later') {
      task.notBefore = Date.now() + delayAfterFailures(task.failures, Math.random())
      return void apply(task, { type: 'hold', reason: 'unreachable', message: `${known.message}（稍后自动重试）` })
    }
    // The server rejected the content, so a retry must not reuse what the server has.
    if (consequence.isContentWrong) {
      runner.deleteFromServer(task.record)
      beginAnew(task)
    }
    note(task, { type: 'fail', message: known.message, retry: consequence.mayRetry })
  }

  #removeSpooled({ record }: Task): void {
    if (!record.owned) return
    this.#parts.spooledFiles
      .remove(record.id)
      .catch((error: unknown) => this.#parts.log.warn('copy not removed', { id: record.id, error }))
  }

  #drop(ids: readonly string[]): void {
    this.#queue.drop(ids)
    this.#report.gone(ids)
  }
}

function forgetFailures(task: Task): void {
  task.failures = 0
  task.notBefore = 0
}

async function stopAll(runs: readonly Run[]): Promise<void> {
  for (const { stop } of runs) stop.abort()
  await Promise.all(runs.map(({ ended }) => ended))
}
