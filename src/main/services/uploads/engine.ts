import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import type { ApiClient, Logger } from '../types.ts'
import { decide, MOST_FAILURES, pauseAfter } from './core/decide.ts'
import { Meter } from './core/meter.ts'
import { isQueued } from './core/state.ts'
import { type Accounts, CircuitBreakers, hindranceOf, UNREACHABLE } from './admission.ts'
import { createTransitions, present, Queue, type Task, totalsOf } from './queue.ts'
import { createReport, type UploadNotices } from './report.ts'
import type { UploadRecord } from './record.ts'
import type { UploadRunner } from './run.ts'
import type { UploadStore } from './store.ts'
import type { OwnFiles } from './validateFiles.ts'

/** Files at a time; one connection each keeps a disk and a server busy. */
const AT_ONCE = 3
/** Small files that share one of these places: they leave together, in one request. */
const SHARERS = 16

interface Run {
  stop: AbortController
  client: ApiClient
  /** Of the places among those that run. */
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
  /** Does the server answer at all? */
  reaches(client: ApiClient): Promise<boolean>
}

export interface UploadEngine {
  list(): { tasks: UploadTask[]; totals: UploadTotals }
  add(records: readonly UploadRecord[]): UploadTask[]
  pause(ids: readonly string[]): void
  resume(ids: readonly string[]): void
  cancel(ids: readonly string[]): Promise<void>
  retry(ids: readonly string[]): void
  move(id: string, before: string): void
  clear(): void
  /** Sessions may have come or gone. */
  sessionsChanged(): void
  /** A server can be reached again. */
  reachable(): void
  /** Stops the work; what is unfinished goes on at the next start. */
  close(): Promise<void>
}

/**
 * Schedules uploads: which run, and what follows from success or failure. Continues the uploads that the store kept.
 */
export function createEngine(parts: EngineParts): UploadEngine {
  const { store, log, accounts, runner, notices } = parts
  const queue = new Queue(store)
  const runs = new Map<string, Run>()
  const gates = new CircuitBreakers()
  const meter = new Meter()
  /** Of the uploads since the queue was last empty, for one bar that only grows. */
  const batch = { done: 0 }
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const now = (): number => performance.now()
  const progress = (): number | null => {
    const { open, bytes, sent, active } = totals()
    if (open === 0) batch.done = 0
    return active === 0 ? null : (batch.done + sent) / Math.max(batch.done + bytes, 1)
  }
  const isShown = ({ record }: Task): boolean => accounts.shows(record)
  const shown = (): Task[] => queue.all().filter(isShown)
  const totals = (): UploadTotals => totalsOf(shown(), meter, now())
  const report = createReport({
    task: (id) => {
      const task = queue.get(id)
      return task && isShown(task) ? present(task, now()) : null
    },
    order: () => shown().map(({ record }) => record.id),
    active: () => [...runs.keys()],
    totals,
    emit: (changes) => notices.changed(changes, progress()),
  })

  const { apply, note, beginAnew } = createTransitions(queue, (id) => report.touch(id), log)

  const pump = (): void => {
    if (closed) return
    let due = Infinity
    let taken = [...runs.values()].reduce((sum, { share }) => sum + share, 0)
    for (const id of queue.ids) {
      if (taken >= AT_ONCE) break
      const task = queue.get(id)
      if (!task || runs.has(id) || !isQueued(task.state)) continue
      const found = hindranceOf(task, accounts, gates)
      if (!('due' in found)) {
        const share = runner.mayShare(found, task.record) ? 1 / SHARERS : 1
        // Files start in the user's order: small ones don't pass a large one that waits for a whole slot.
        if (taken + share > AT_ONCE) break
        taken += share
        start(task, found, share)
      } else {
        if (found.event) note(task, found.event)
        due = Math.min(due, found.due)
      }
    }
    clearTimeout(timer)
    if (due === Infinity) return
    timer = setTimeout(pump, Math.max(due - Date.now(), 10))
    timer.unref()
  }

  const start = (task: Task, client: ApiClient, share: number): void => {
    const { id, connectionId } = task.record
    const stop = new AbortController()
    apply(task, { type: 'start' })
    const alive = (): boolean => !stop.signal.aborted
    const work = runner.run({
      client,
      signal: stop.signal,
      record: () => task.record,
      save: (change) => queue.save(task, change),
      step: (event) => void (alive() && apply(task, event)),
      sent(bytes) {
        task.sent += bytes
        task.meter.add(bytes, now())
        meter.add(bytes, now())
        report.touch(id)
      },
      acknowledged(bytes, underway) {
        if (bytes > task.acknowledged) task.failures = 0
        task.acknowledged = bytes
        task.sent = bytes + underway
        if (bytes > 0 && !task.record.begun) queue.save(task, { begun: true })
        if (gates.open(connectionId)) pump()
      },
      changed() {
        task.sent = task.acknowledged = 0
        log.warn('upload begins anew: the file has changed', { id, name: task.record.name })
        notices.restarted(task.record.name)
      },
    })
    const ended = work
      .then(
        // P16: an upload that was stopped after the server had stored it still counts as done.
        (attachment) => queue.get(id) === task && finish(task, attachment),
        (error: unknown) => (alive() ? fail(task, client, error, alive) : undefined),
      )
      .catch((error: unknown) => log.error('upload engine', { error }))
      .then(() => {
        runs.delete(id)
        task.sent = task.state.step === 'done' ? task.record.size : task.acknowledged
        gates.left(connectionId, id)
        pump()
      })
    runs.set(id, { stop, client, share, ended })
  }
  const finish = (task: Task, attachment: Attachment | null): void => {
    gates.open(task.record.connectionId)
    batch.done += task.record.size
    apply(task, { type: 'finish', attachment })
    discard(task)
    const tooMany = queue.finish(task)
    if (tooMany.length > 0) drop(tooMany)
  }
  const fail = async (task: Task, client: ApiClient, error: unknown, alive: () => boolean): Promise<void> => {
    const { id, name, connectionId } = task.record
    const known = error instanceof AppError ? error : new AppError('internal', UNEXPECTED_MESSAGE, { cause: error })
    log.warn('upload step failed', { id, name, code: known.code, error })
    const decision = decide(known)
    if (decision === 'signed-out') return void apply(task, { type: 'wait' })
    if (decision === 'ask' && !(await parts.reaches(client).catch(() => false))) {
      if (!alive()) return
      gates.close(connectionId, Date.now())
      return void apply(task, { type: 'hold', reason: 'unreachable', message: UNREACHABLE })
    }
    if (!alive()) return
    gates.open(connectionId)
    task.failures += 1
    const again = (decision === 'ask' || decision === 'later') && task.failures <= MOST_FAILURES
    if (again) {
      task.notBefore = Date.now() + pauseAfter(task.failures, Math.random())
      apply(task, { type: 'hold', reason: 'unreachable', message: `${known.message}（稍后自动重试）` })
      return
    }
    // The server found the content wrong, so a retry must not reuse what it has.
    if (known.code === 'invalid' || known.code === 'unsupported') {
      runner.forget(task.record)
      beginAnew(task)
    }
    note(task, { type: 'fail', message: known.message, retry: decision !== 'refused' })
  }

  const discard = ({ record }: Task): void => {
    if (!record.owned) return
    parts.spooledFiles
      .remove(record.id)
      .catch((error: unknown) => log.warn('copy not removed', { id: record.id, error }))
  }
  const drop = (ids: readonly string[]): void => {
    queue.drop(ids)
    report.gone(ids)
  }
  const each = (ids: readonly string[], work: (task: Task) => void): void => {
    for (const task of queue.some(ids).filter(isShown)) work(task)
    pump()
  }
  const again = (task: Task): void => {
    task.failures = 0
    task.notBefore = 0
  }
  if (queue.ids.length > 0) queueMicrotask(pump)

  return {
    list: () => ({ tasks: shown().map((task) => present(task, now())), totals: totals() }),
    add(records) {
      const added = queue.add(records)
      for (const { record } of added) report.touch(record.id)
      report.reordered()
      pump()
      return added.map((task) => present(task, now()))
    },
    pause: (ids) =>
      each(ids, (task) => {
        if (apply(task, { type: 'pause' })) runs.get(task.record.id)?.stop.abort()
      }),
    resume: (ids) =>
      each(ids, (task) => {
        if (apply(task, { type: 'resume' })) again(task)
      }),
    retry: (ids) =>
      each(ids, (task) => {
        // A held upload waits for its next automatic try; 重试 starts it at once.
        if (!apply(task, { type: 'retry' }) && task.state.step !== 'held') return
        again(task)
        gates.open(task.record.connectionId)
      }),
    async cancel(ids) {
      const known = queue.some(ids).filter(isShown)
      const running = known.flatMap(({ record }) => runs.get(record.id) ?? [])
      drop(known.map(({ record }) => record.id))
      for (const { stop } of running) stop.abort()
      await Promise.all(running.map(({ ended }) => ended))
      for (const task of known) {
        discard(task)
        if (task.state.step !== 'done') runner.forget(task.record)
      }
      pump()
    },
    move(id, before) {
      if (queue.some([id]).some(isShown) && queue.move(id, before)) report.reordered()
    },
    clear: () => drop(shown().flatMap(({ record, state }) => (state.step === 'done' ? record.id : []))),
    sessionsChanged() {
      for (const [id, { stop, client }] of runs) {
        const task = queue.get(id)
        if (!task || accounts.clientOf(task.record) === client) continue
        stop.abort()
        apply(task, { type: 'wait' })
      }
      pump()
    },
    reachable() {
      gates.openAll()
      pump()
    },
    async close() {
      if (closed) return
      closed = true
      clearTimeout(timer)
      report.stop()
      const running = [...runs.values()]
      for (const { stop } of running) stop.abort()
      await Promise.all(running.map(({ ended }) => ended))
      store.close()
    },
  }
}
