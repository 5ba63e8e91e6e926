import { randomUUID } from 'node:crypto'
import type { UploadState, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import type { Logger } from '../types.ts'
import { Meter, remainingSeconds } from './core/meter.ts'
import { isOpen, isWorking, nextState, type UploadEvent } from './core/state.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import type { UploadStore } from './store.ts'

/** Finished uploads that stay listed. */
const MAX_DONE = 500
/** Number of entries removed at once, so that a long queue is not searched for each. */
const REMOVAL_BATCH = 100

/** An upload in memory. */
export interface Task {
  record: UploadRecord
  state: UploadState
  /** Bytes written to the socket, including acknowledged bytes. */
  sent: number
  /** Bytes that the server has stored safely. */
  acknowledged: number
  meter: Meter
  /** Consecutive failures. */
  failures: number
  /** Epoch ms before which no retry starts. */
  notBefore: number
}

function toTask(record: UploadRecord): Task {
  const { state } = record
  return {
    record,
    state: state.step === 'open' ? { step: 'waiting' } : state,
    sent: 0,
    acknowledged: 0,
    meter: new Meter(),
    failures: 0,
    notBefore: 0,
  }
}

/** The part of a state that is stored; a running upload is stored as open. */
const toStoredState = (state: UploadState): UploadRecord['state'] =>
  state.step === 'paused' || state.step === 'failed' ? state : { step: 'open' }

/** All uploads in the user's order, in memory and on disk. */
export class Queue {
  readonly #store: UploadStore
  readonly #tasks: Map<string, Task>
  readonly #done: string[] = []
  #order: string[]

  /** Loads the stored uploads. */
  constructor(store: UploadStore) {
    this.#store = store
    this.#tasks = new Map(store.all().map((record) => [record.id, toTask(record)]))
    this.#order = [...this.#tasks.keys()]
  }

  get ids(): readonly string[] {
    return this.#order
  }

  get(id: string): Task | undefined {
    return this.#tasks.get(id)
  }

  /** The tasks of those ids that exist. */
  getExisting(ids: readonly string[]): Task[] {
    return ids.flatMap((id) => this.#tasks.get(id) ?? [])
  }

  all(): Task[] {
    return this.getExisting(this.#order)
  }

  add(records: readonly UploadRecord[]): Task[] {
    this.#store.add(records)
    const added = records.map(toTask)
    for (const task of added) this.#tasks.set(task.record.id, task)
    this.#order.push(...added.map(({ record }) => record.id))
    return added
  }

  save(task: Task, change: Partial<UploadRecord>): void {
    const record = { ...task.record, ...change }
    if (this.#tasks.has(record.id) && task.state.step !== 'done') this.#store.save(record)
    task.record = record
  }

  /** Deletes the stored record. Returns the ids of finished uploads that exceed the limit and must be dropped. */
  finish({ record }: Task): string[] {
    this.#store.remove([record.id])
    this.#done.push(record.id)
    return this.#done.length > MAX_DONE + REMOVAL_BATCH ? this.#done.splice(0, REMOVAL_BATCH) : []
  }

  drop(ids: readonly string[]): void {
    const gone = new Set(ids)
    this.#store.remove(ids)
    for (const id of ids) this.#tasks.delete(id)
    this.#order = this.#order.filter((id) => !gone.has(id))
    this.#done.splice(0, Infinity, ...this.#done.filter((id) => !gone.has(id)))
  }

  /** Moves an upload before another, or to the end if `before` is unknown. Returns whether the order changed. */
  move(id: string, before: string): boolean {
    if (!this.#tasks.has(id) || id === before) return false
    const rest = this.#order.filter((each) => each !== id)
    const at = rest.indexOf(before)
    rest.splice(at < 0 ? rest.length : at, 0, id)
    this.#store.reorder(rest)
    this.#order = rest
    return true
  }
}

/** Applies events to uploads, in memory and on disk. `touch` is called for each changed upload. */
export function createTransitions(queue: Queue, touch: (id: string) => void, log: Logger) {
  const setState = (task: Task, state: UploadState): void => {
    task.state = state
    if (state.step !== 'sending') task.meter.reset()
    touch(task.record.id)
  }
  /** Returns whether the event changed the state. Throws if the state can't be stored, and then changes nothing. */
  const apply = (task: Task, event: UploadEvent): boolean => {
    const before = task.state
    const state = nextState(before, event)
    if (state === before) return false
    const [was, is] = [toStoredState(before), toStoredState(state)]
    if (was.step !== is.step || is.step === 'failed') queue.save(task, { state: is })
    setState(task, state)
    return true
  }
  /** Applies the event even if it can't be stored: after a restart such an upload simply continues. */
  const applyAlways = (task: Task, event: UploadEvent): void => {
    try {
      apply(task, event)
    } catch (error) {
      log.error('state of an upload not kept', { id: task.record.id, error })
      setState(task, nextState(task.state, event))
    }
  }

  /** The next attempt starts at the first byte, under a new identifier on the server. */
  const restart = (task: Task): void => {
    try {
      queue.save(task, createUnsentProgress(randomUUID()))
    } catch (error) {
      log.error('upload keeps its attempt', { id: task.record.id, error })
    }
  }

  return { apply, note: applyAlways, beginAnew: restart }
}

/**
 * Converts an upload for the page.
 * @param now epoch ms
 */
export function toUploadTask({ record, state, sent, meter }: Task, now: number): UploadTask {
  const { id, name, relativePath, target, size } = record
  const moving = state.step === 'sending'
  const speed = moving ? meter.speed(now) : 0
  return {
    id,
    name,
    relativePath,
    target,
    size,
    sent: state.step === 'done' ? size : sent,
    speed,
    remaining: moving ? remainingSeconds(size - sent, speed) : null,
    state,
  }
}

/**
 * Totals of all unfinished uploads.
 * @param meter measures the bytes of all uploads together
 * @param now epoch ms
 */
export function computeTotals(tasks: Iterable<Task>, meter: Meter, now: number): UploadTotals {
  const totals = { open: 0, active: 0, failed: 0, bytes: 0, sent: 0 }
  for (const { state, record, sent } of tasks) {
    if (state.step === 'failed') totals.failed += 1
    if (!isOpen(state)) continue
    totals.open += 1
    if (isWorking(state)) totals.active += 1
    totals.bytes += record.size
    totals.sent += sent
  }
  const speed = totals.active > 0 ? meter.speed(now) : 0
  return { ...totals, speed, remaining: remainingSeconds(totals.bytes - totals.sent, speed) }
}
