import { randomUUID } from 'node:crypto'
import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadChanges, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import type { ApiClient, Logger } from '../types.ts'
import type { OwnFiles } from './admit.ts'
import { decide, MOST_FAILURES, pauseAfter } from './core/decide.ts'
import { Meter } from './core/meter.ts'
import { isQueued, next, type UploadEvent } from './core/state.ts'
import { Gates } from './gates.ts'
import { type UploadRecord, unsent } from './record.ts'
import { createReport } from './report.ts'
import type { UploadStore } from './store.ts'
import { keptState, present, type Task, taskOf, totalsOf } from './task.ts'

/** Files at a time; one connection each keeps a disk and a server busy. */
const AT_ONCE = 3
/** Finished ones that stay listed. */
const MOST_DONE = 500

const UNREACHABLE = '连接不上服务器，恢复后会自动继续上传'

/** How the engine sees the rest of the program. */
export interface Surroundings {
  store: UploadStore
  own: OwnFiles
  log: Logger
  /** The client of the upload's account; null while that is not signed in. */
  clientOf(record: UploadRecord): ApiClient | null
  /** Does the server answer at all? */
  reaches(client: ApiClient): Promise<boolean>
  /** Removes what our own server holds of an unfinished upload; what can't be removed expires there. */
  forget(record: UploadRecord): void
  run(task: Task, client: ApiClient, signal: AbortSignal, hooks: Hooks): Promise<Attachment | null>
  emit(changes: UploadChanges, progress: number | null): void
}

/** What the work tells while it runs. */
export interface Hooks {
  save(change: Partial<UploadRecord>): void
  step(event: UploadEvent): void
  sent(bytes: number): void
  acknowledged(bytes: number): void
  changed(): void
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

interface Run {
  stop: AbortController
  client: ApiClient
  ended: Promise<void>
}

/** The queue: which uploads run, and what becomes of them. Takes up what the store kept. */
export function createEngine(around: Surroundings): UploadEngine {
  const { store, log } = around
  const tasks = new Map<string, Task>(store.all().map((record) => [record.id, taskOf(record)]))
  let order = [...tasks.keys()]
  const runs = new Map<string, Run>()
  const gates = new Gates()
  const meter = new Meter()
  /** Of the uploads since the queue was last empty, for one bar that only grows. */
  const batch = { bytes: 0, done: 0 }
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const now = (): number => performance.now()
  const inOrder = (): Task[] => order.flatMap((id) => tasks.get(id) ?? [])
  const progress = (): number | null => {
    const { open, bytes, sent, active } = totals()
    if (open === 0) Object.assign(batch, { bytes: 0, done: 0 })
    return active === 0 ? null : (batch.done + sent) / Math.max(batch.done + bytes, 1)
  }
  const totals = (): UploadTotals => totalsOf(tasks.values(), meter, now())
  const report = createReport({
    task: (id) => {
      const task = tasks.get(id)
      return task ? present(task, now()) : null
    },
    order: () => order,
    active: () => [...runs.keys()],
    totals,
    emit: (changes) => around.emit(changes, progress()),
  })

  const save = (task: Task, change: Partial<UploadRecord>): void => {
    task.record = { ...task.record, ...change }
    if (tasks.has(task.record.id)) store.save(task.record)
  }
  const apply = (task: Task, event: UploadEvent): boolean => {
    const before = task.state
    task.state = next(before, event)
    if (task.state === before) return false
    const [was, is] = [keptState(before), keptState(task.state)]
    if (task.state.step !== 'done' && (was.step !== is.step || is.step === 'failed')) save(task, { state: is })
    if (task.state.step !== 'sending') task.meter.reset()
    report.touch(task.record.id)
    return true
  }

  /** Why an upload can't go now; null when it can. A `due` time is when to look again. */
  const hindrance = (task: Task): { event: UploadEvent | null; due: number } | ApiClient => {
    const { record } = task
    const client = around.clientOf(record)
    if (!client) {
      const message = `等待“${record.username}”登录，登录后自动继续上传`
      return { event: { type: 'hold', reason: 'signed-out', message }, due: Infinity }
    }
    if (task.notBefore > Date.now()) return { event: null, due: task.notBefore }
    const due = gates.admits(record.connectionId, record.id, Date.now())
    if (due === 0) return client
    return { event: { type: 'hold', reason: 'unreachable', message: UNREACHABLE }, due }
  }
  const pump = (): void => {
    if (closed) return
    let due = Infinity
    for (const id of order) {
      if (runs.size >= AT_ONCE) break
      const task = tasks.get(id)
      if (!task || runs.has(id) || !isQueued(task.state)) continue
      const found = hindrance(task)
      if (!('due' in found)) start(task, found)
      else {
        if (found.event) apply(task, found.event)
        due = Math.min(due, found.due)
      }
    }
    clearTimeout(timer)
    if (due === Infinity) return
    timer = setTimeout(pump, Math.max(due - Date.now(), 10))
    timer.unref()
  }

  const start = (task: Task, client: ApiClient): void => {
    const { id, connectionId } = task.record
    const stop = new AbortController()
    apply(task, { type: 'start' })
    const alive = (): boolean => !stop.signal.aborted
    const work = around.run(task, client, stop.signal, {
      save: (change) => alive() && save(task, change),
      step: (event) => void (alive() && apply(task, event)),
      sent(bytes) {
        task.sent += bytes
        task.meter.add(bytes, now())
        meter.add(bytes, now())
        report.touch(id)
      },
      acknowledged(bytes) {
        if (!alive()) return
        if (bytes > task.acknowledged) task.failures = 0
        task.sent = task.acknowledged = bytes
        if (bytes > 0 && !task.record.begun) save(task, { begun: true })
        if (gates.open(connectionId)) pump()
      },
      changed() {
        task.sent = task.acknowledged = 0
        log.warn('upload begins anew: the file has changed', { id, name: task.record.name })
      },
    })
    const ended = work
      .then(
        (attachment) => alive() && finish(task, attachment),
        (error: unknown) => (alive() ? fail(task, client, error, alive) : undefined),
      )
      .catch((error: unknown) => log.error('upload engine', { error }))
      .then(() => {
        runs.delete(id)
        task.sent = task.state.step === 'done' ? task.record.size : task.acknowledged
        gates.left(connectionId, id)
        pump()
      })
    runs.set(id, { stop, client, ended })
  }
  const finish = (task: Task, attachment: Attachment | null): void => {
    gates.open(task.record.connectionId)
    batch.done += task.record.size
    apply(task, { type: 'finish', attachment })
    store.remove([task.record.id])
    discard(task)
    const done = order.filter((id) => tasks.get(id)?.state.step === 'done')
    if (done.length > MOST_DONE) drop(done.slice(0, done.length - MOST_DONE))
  }
  const fail = async (task: Task, client: ApiClient, error: unknown, alive: () => boolean): Promise<void> => {
    const { id, name, connectionId } = task.record
    const known = error instanceof AppError ? error : new AppError('internal', UNEXPECTED_MESSAGE, { cause: error })
    log.warn('upload step failed', { id, name, code: known.code, error })
    const decision = decide(known)
    if (decision === 'signed-out') return void apply(task, { type: 'wait' })
    if (decision === 'ask' && !(await around.reaches(client))) {
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
    // What was sent was found wrong: the next try is to begin anew.
    if (known.code === 'invalid' || known.code === 'unsupported') {
      around.forget(task.record)
      save(task, unsent(randomUUID()))
    }
    apply(task, { type: 'fail', message: known.message, retry: decision !== 'refused' })
  }

  const discard = ({ record }: Task): void => {
    if (!record.owned) return
    around.own.remove(record.id).catch((error: unknown) => log.warn('copy not removed', { id: record.id, error }))
  }
  const drop = (ids: readonly string[]): void => {
    const gone = new Set(ids)
    for (const id of ids) tasks.delete(id)
    order = order.filter((id) => !gone.has(id))
    report.gone(ids)
  }
  const each = (ids: readonly string[], work: (task: Task) => void): void => {
    for (const id of ids) {
      const task = tasks.get(id)
      if (task) work(task)
    }
    pump()
  }
  const again = (task: Task): void => {
    task.failures = 0
    task.notBefore = 0
  }
  if (order.length > 0) queueMicrotask(pump)

  return {
    list: () => ({ tasks: inOrder().map((task) => present(task, now())), totals: totals() }),
    add(records) {
      store.add(records)
      const added = records.map(taskOf)
      for (const task of added) tasks.set(task.record.id, task)
      order.push(...added.map(({ record }) => record.id))
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
        if (apply(task, { type: 'retry' })) again(task)
      }),
    async cancel(ids) {
      const known = ids.flatMap((id) => tasks.get(id) ?? [])
      const running = known.flatMap(({ record }) => runs.get(record.id) ?? [])
      for (const { stop } of running) stop.abort()
      store.remove(known.map(({ record }) => record.id))
      drop(known.map(({ record }) => record.id))
      await Promise.all(running.map(({ ended }) => ended))
      for (const task of known) {
        discard(task)
        if (task.state.step !== 'done') around.forget(task.record)
      }
      pump()
    },
    move(id, before) {
      if (!tasks.has(id) || id === before) return
      const rest = order.filter((each) => each !== id)
      const at = rest.indexOf(before)
      rest.splice(at < 0 ? rest.length : at, 0, id)
      order = rest
      store.reorder(order)
      report.reordered()
    },
    clear: () => drop(order.filter((id) => tasks.get(id)?.state.step === 'done')),
    sessionsChanged() {
      for (const [id, { stop, client }] of runs) {
        const task = tasks.get(id)
        if (!task || around.clientOf(task.record) === client) continue
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
