import type { Halt } from '#shared/contract/workspace.ts'
import type { CycleResult } from './cycle.ts'
import { SIGNED_OUT, type Status } from './status.ts'
import { retryPause, type Timing } from './timing.ts'

/** What the loop of a workspace does next. Times are those of the loop's clock, ms. */
export type Phase =
  /** The next step asks the server. */
  | { kind: 'due' }
  /** The running step asks the server; a call that comes meanwhile makes the phase `due` again. */
  | { kind: 'asking' }
  /** Until `until` only the folder is scanned; at `rescanAt` its unsettled files may be complete. */
  | { kind: 'waiting'; until: number; rescanAt: number | null }
  /** Nothing happens before a sign-in wakes the loop. */
  | { kind: 'signed-out' }
  /** The folder is scanned so that its changes can be shown; the server is not asked. */
  | { kind: 'paused'; rescanAt: number | null }

export interface LoopState {
  phase: Phase
  /** For the page. */
  status: Status
  /** Failed cycles in a row. */
  failures: number
  /** Cycles in a row that left work for another one. */
  repeats: number
  /** Times of the last scan of the whole folder, and of the last that read every file. */
  lastScan: number
  lastDeepScan: number
  /** Duration of the last cycle that scanned the whole folder. */
  scanDuration: number
}

export type LoopEvent =
  | { type: 'pause' }
  | { type: 'resume' }
  /** The server has to be asked: a person, the server or a timer wants it. */
  | { type: 'call' }
  | { type: 'ask' }
  /** The whole folder is going to be scanned; deep: every file is read. */
  | { type: 'scan-all'; isDeep: boolean }
  | { type: 'scanned'; hasMoved: boolean; isRootMissing: boolean; settlesIn: number | null }
  | { type: 'git-busy'; message: string }
  | { type: 'root-missing'; message: string }
  | { type: 'signed-out' }
  | { type: 'working' }
  /** A cycle with a scan of the whole folder took so long, ms. */
  | { type: 'scan-all-took'; duration: number }
  | { type: 'finished'; outcome: CycleOutcome }
  /** The running cycle was ended by a pause or by the end of the program. */
  | { type: 'cancelled' }
  | { type: 'locked'; message: string }
  | { type: 'failed'; status: Status }
  /** The loop itself is over, by an error of the program. */
  | { type: 'broken'; status: Status }

/** What decides when the next cycle follows one that went through. */
export interface CycleOutcome extends Pick<CycleResult, 'failed' | 'again' | 'settlesIn'> {
  halt: Halt | null
  isWatching: boolean
  /** ms until a failed file is tried again; null: none failed. */
  retriesIn: number | null
}

const UNTIL_WOKEN = 24 * 3600 * 1000
const LOCKED_RETRY = 5000
const MAX_REPEATS = 3
const PAUSED: Status = { state: 'paused', message: '' }
const STARTING: Status = { state: 'starting', message: '' }

export const firstState = (isPaused: boolean, now: number): LoopState => ({
  phase: isPaused ? { kind: 'paused', rescanAt: null } : { kind: 'due' },
  status: isPaused ? PAUSED : STARTING,
  failures: 0,
  repeats: 0,
  lastScan: -Infinity,
  lastDeepScan: now,
  scanDuration: 0,
})

/** The state after an event. */
export function next(state: LoopState, event: LoopEvent, now: number, timing: Timing): LoopState {
  const { phase } = state
  switch (event.type) {
    case 'pause':
      return { ...state, phase: { kind: 'paused', rescanAt: null }, status: PAUSED }
    case 'resume':
      return { ...state, phase: { kind: 'due' }, status: STARTING }
    case 'call':
      return enter(state, { kind: 'due' })
    case 'ask':
      return enter(state, { kind: 'asking' })
    case 'scan-all': {
      const after: LoopState = { ...state, lastScan: now, lastDeepScan: event.isDeep ? now : state.lastDeepScan }
      return phase.kind === 'waiting' ? enter(after, { kind: 'due' }) : after
    }
    case 'scanned':
      return afterScan(state, event, now)
    case 'git-busy':
      return wait(state, now + timing.gitPoll, { state: 'syncing', message: event.message })
    case 'root-missing':
      return wait(state, now + timing.scanWithoutWatcher, { state: 'halted', message: event.message })
    case 'signed-out':
      return end(state, { kind: 'signed-out' }, SIGNED_OUT)
    case 'working':
      return phase.kind === 'paused' ? state : { ...state, status: { state: 'syncing', message: '' } }
    case 'scan-all-took':
      return { ...state, scanDuration: event.duration }
    case 'finished':
      return afterCycle(state, event.outcome, now, timing)
    case 'cancelled':
      return wait(state, now + timing.retryFirst, state.status)
    case 'locked':
      return fail(state, now + LOCKED_RETRY, { state: 'locked', message: event.message })
    case 'failed':
      return fail(state, now + retryPause(timing, state.failures + 1), event.status)
    case 'broken':
      return { ...state, status: event.status }
  }
}

/** Only `resume` ends a pause. */
const enter = (state: LoopState, phase: Phase): LoopState =>
  state.phase.kind === 'paused' ? state : { ...state, phase }

/** A step has ended. A pause and a call for the server that came during the step outlive it. */
function end(state: LoopState, phase: Phase, status: Status): LoopState {
  if (state.phase.kind === 'paused') return state
  return { ...state, phase: state.phase.kind === 'due' ? state.phase : phase, status }
}

const wait = (state: LoopState, until: number, status: Status): LoopState =>
  end(state, { kind: 'waiting', until, rescanAt: null }, status)

const fail = (state: LoopState, until: number, status: Status): LoopState => ({
  ...wait(state, until, status),
  failures: state.failures + 1,
})

function afterScan(state: LoopState, event: Extract<LoopEvent, { type: 'scanned' }>, now: number): LoopState {
  const { phase, failures } = state
  const rescanAt = event.settlesIn === null ? null : now + event.settlesIn
  if (phase.kind === 'paused') return { ...state, phase: { kind: 'paused', rescanAt } }
  if (phase.kind !== 'waiting') return state
  // After a failure of the server the next attempt waits for its time, whatever changes locally.
  if (event.isRootMissing || (event.hasMoved && failures === 0)) return { ...state, phase: { kind: 'due' } }
  return { ...state, phase: { ...phase, rescanAt } }
}

function afterCycle(state: LoopState, outcome: CycleOutcome, now: number, timing: Timing): LoopState {
  const { failed, again, settlesIn, halt, isWatching, retriesIn } = outcome
  const repeats = again ? state.repeats + 1 : 0
  const usual = isWatching ? timing.scanEvery : timing.scanWithoutWatcher
  const pauses = [
    halt ? Math.min(usual, timing.haltedScan) : usual,
    settlesIn,
    retriesIn,
    failed ? retryPause(timing, 1) : null,
    // If both sides change faster than a cycle takes, pauses keep the CPU free.
    again ? (repeats < MAX_REPEATS ? timing.shortest : retryPause(timing, repeats - 2)) : null,
  ].filter((pause) => pause !== null)
  const status: Status = halt ? { state: 'halted', message: halt.message } : { state: 'idle', message: '' }
  return { ...wait(state, now + Math.min(...pauses), status), repeats, failures: 0 }
}

/** If the same changes are found again and again, the kept trees may be wrong. */
export const mayHaveWrongTrees = ({ repeats }: LoopState): boolean => repeats > MAX_REPEATS

/** Does the next step ask the server, or in a pause the folder, without anything that hints at a change? */
export const isDue = ({ phase }: LoopState, now: number): boolean => phase.kind !== 'waiting' || now >= phase.until

/** ms until the next step comes by itself. */
export function pauseOf({ phase }: LoopState, now: number): number {
  switch (phase.kind) {
    case 'due':
    case 'asking':
      return 0
    case 'waiting':
      return Math.max(0, Math.min(phase.until, phase.rescanAt ?? Infinity) - now)
    case 'signed-out':
      return UNTIL_WOKEN
    case 'paused':
      return phase.rescanAt === null ? UNTIL_WOKEN : Math.max(0, phase.rescanAt - now)
  }
}

/** The scan of the whole folder that is due now (S4). */
export function dueScan(state: LoopState, isWatching: boolean, now: number, timing: Timing): 'none' | 'all' | 'deep' {
  if (now - state.lastDeepScan > timing.scanEvery) return 'deep'
  // Without a watcher, scanning may take at most a twentieth of the time.
  const every = isWatching ? timing.scanEvery : Math.max(timing.scanWithoutWatcher, 20 * state.scanDuration)
  return now - state.lastScan < every ? 'none' : 'all'
}
