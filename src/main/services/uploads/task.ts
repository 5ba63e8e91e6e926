import type { UploadState, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import { Meter, remainingAt } from './core/meter.ts'
import { isOpen, isWorking } from './core/state.ts'
import type { UploadRecord } from './record.ts'

/** An upload as the engine holds it. */
export interface Task {
  record: UploadRecord
  state: UploadState
  /** Bytes that went to the socket, acknowledged ones included. */
  sent: number
  /** Bytes that the server has safely. */
  acknowledged: number
  meter: Meter
  /** Failures in a row. */
  failures: number
  /** Not tried again before this time, epoch ms. */
  notBefore: number
}

export function taskOf(record: UploadRecord): Task {
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

/** What of a state outlives the program: work that was going on is simply open. */
export const keptState = (state: UploadState): UploadRecord['state'] =>
  state.step === 'paused' || state.step === 'failed' ? state : { step: 'open' }

/** As the page sees it. @param now ms */
export function present({ record, state, sent, meter }: Task, now: number): UploadTask {
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
    remaining: moving ? remainingAt(size - sent, speed) : null,
    state,
  }
}

/** @param meter of all bytes that go out */
export function totalsOf(tasks: Iterable<Task>, meter: Meter, now: number): UploadTotals {
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
  return { ...totals, speed, remaining: remainingAt(totals.bytes - totals.sent, speed) }
}
