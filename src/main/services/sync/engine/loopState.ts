import type { SafetyStop } from '#shared/contract/workspace.ts'
import type { CycleResult } from './cycle.ts'
import { SIGNED_OUT, type Status } from './status.ts'
import { retryPause, type Timing } from './timing.ts'

/** What the loop of a workspace does next. Times are ms of the loop's clock. */
export type Phase =
  /** The next step queries the server. */
  | { kind: 'due' }
  /** The running step queries the server; a `call` meanwhile makes the phase `due` again. */
  | { kind: 'asking' }
  /** Only the folder is scanned until `until`; at `rescanAt` its unsettled files may be complete. */
  | { kind: 'waiting'; until: number; rescanAt: number | null }
  /** Nothing happens until a sign-in wakes the loop. */
  | { kind: 'signed-out' }
  /** The folder is scanned to show its changes; the server is not queried. */
  | { kind: 'paused'; rescanAt: number | null }

export interface LoopState {
  phase: Phase
  /** Displayed on the page. */
  status: Status
  /** Consecutive failed cycles. */
  failures: number
  /** Consecutive cycles that left work for another cycle. */
  repeats: number
  /** Times of the last full scan of the folder, and of the last scan that read every file. */
  lastScan: number
  lastDeepScan: number
  /** Duration of the last cycle with a full scan. */
  scanDuration: number
}

export type LoopEvent =
  | { type: 'pause' }
  | { type: 'resume' }
  /** A person, the server or a timer requests a query of the server. */
  | { type: 'call' }
  | { type: 'ask' }
  /** The whole folder is going to be scanned; deep: every file is read. */
  | { type: 'scan-all'; isDeep: boolean }
  | { type: 'scanned'; hasMoved: boolean; isRootMissing: boolean; settlesIn: number | null }
  | { type: 'git-busy'; message: string }
  | { type: 'root-missing'; message: string }
  | { type: 'signed-out' }
  | { type: 'working' }
  /** ms. Duration of a cycle with a full scan. */
  | { type: 'scan-all-took'; duration: number }
  | { type: 'finished'; outcome: CycleOutcome }
  /** The running cycle was ended by a pause or by the end of the program. */
  | { type: 'cancelled' }
  | { type: 'locked'; message: string }
  | { type: 'failed'; status: Status }
  /** The loop itself has ended because of a program error. */
  | { type: 'broken'; status: Status }

/** Determines the delay after a completed cycle. */
export interface CycleOutcome extends Pick<CycleResult, 'failed' | 'again' | 'settlesIn'> {
  halt: SafetyStop | null
  isWatching: boolean
  /** ms until a failed file is retried; null: none failed. */
  retriesIn: number | null
}

const UNTIL_WOKEN = 24 * 3600 * 1000
const LOCKED_RETRY = 5000
const MAX_REPEATS = 3
const PAUSED: Status = { state: 'paused', message: '' }
const STARTING: Status = { state: 'starting', message: '' }

export const createInitialState = (isPaused: boolean, now: number): LoopState => ({
  phase: isPaused ? { kind: 'paused', rescanAt: null } : { kind: 'due' },
  status: isPaused ? PAUSED : STARTING,
  failures: 0,
  repeats: 0,
  lastScan: -Infinity,
  lastDeepScan: now,
  scanDuration: 0,
})

/** The state after an event. */
export function nextState(state: LoopState, event: LoopEvent, now: number, timing: Timing): LoopState {
  const { phase } = state
  switch (event.type) {
    case 'pause':
      return { ...state, phase: { kind: 'paused', rescanAt: null }, status: PAUSED }
    case 'resume':
      return { ...state, phase: { kind: 'due' }, status: STARTING }
    case 'call':
      return enterPhase(state, { kind: 'due' })
    case 'ask':
      return enterPhase(state, { kind: 'asking' })
    case 'scan-all': {
      const after: LoopState = { ...state, lastScan: now, lastDeepScan: event.isDeep ? now : state.lastDeepScan }
      return phase.kind === 'waiting' ? enterPhase(after, { kind: 'due' }) : after
    }
    case 'scanned':
      return afterScan(state, event, now)
    case 'git-busy':
      return waitUntil(state, now + timing.gitPoll, { state: 'syncing', message: event.message })
    case 'root-missing':
      return waitUntil(state, now + timing.scanWithoutWatcher, { state: 'halted', message: event.message })
    case 'signed-out':
      return endStep(state, { kind: 'signed-out' }, SIGNED_OUT)
    case 'working':
      return phase.kind === 'paused' ? state : { ...state, status: { state: 'syncing', message: '' } }
    case 'scan-all-took':
      return { ...state, scanDuration: event.duration }
    case 'finished':
      return afterCycle(state, event.outcome, now, timing)
    case 'cancelled':
      return waitUntil(state, now + timing.retryFirst, state.status)
    case 'locked':
      return failUntil(state, now + LOCKED_RETRY, { state: 'locked', message: event.message })
    case 'failed':
      return failUntil(state, now + retryPause(timing, state.failures + 1), event.status)
    case 'broken':
      return { ...state, status: event.status }
  }
}

/** Only `resume` ends a pause. */
const enterPhase = (state: LoopState, phase: Phase): LoopState =>
  state.phase.kind === 'paused' ? state : { ...state, phase }

/** A step has ended. A pause or a `call` that arrived during the step stays in effect. */
function endStep(state: LoopState, phase: Phase, status: Status): LoopState {
  if (state.phase.kind === 'paused') return state
  return { ...state, phase: state.phase.kind === 'due' ? state.phase : phase, status }
}

const waitUntil = (state: LoopState, until: number, status: Status): LoopState =>
  endStep(state, { kind: 'waiting', until, rescanAt: null }, status)

const failUntil = (state: LoopState, until: number, status: Status): LoopState => ({
  ...waitUntil(state, until, status),
  failures: state.failures + 1,
})

function afterScan(state: LoopState, event: Extract<LoopEvent, { type: 'scanned' }>, now: number): LoopState {
  const { phase, failures } = state
  const rescanAt = event.settlesIn === null ? null : now + event.settlesIn
  if (phase.kind === 'paused') return { ...state, phase: { kind: 'paused', rescanAt } }
  if (phase.kind !== 'waiting') return state
  // After a server failure, local changes do not bring the next attempt forward.
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
  return { ...waitUntil(state, now + Math.min(...pauses), status), repeats, failures: 0 }
}

/** If the same changes are found repeatedly, the cached trees may be wrong. */
export const mayHaveWrongTrees = ({ repeats }: LoopState): boolean => repeats > MAX_REPEATS

/** Whether the next step queries the server (or, during a pause, scans the folder) without any hint of a change. */
export const isDue = ({ phase }: LoopState, now: number): boolean => phase.kind !== 'waiting' || now >= phase.until

/** ms until the next step runs without a trigger. */
export function delayUntilNextStep({ phase }: LoopState, now: number): number {
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

/** The full scan that is due now (S4). */
export function findDueScan(
  state: LoopState,
  isWatching: boolean,
  now: number,
  timing: Timing,
): 'none' | 'all' | 'deep' {
  if (now - state.lastDeepScan > timing.scanEvery) return 'deep'
  // Without a watcher, scanning may use at most a twentieth of the time.
  const every = isWatching ? timing.scanEvery : Math.max(timing.scanWithoutWatcher, 20 * state.scanDuration)
  return now - state.lastScan < every ? 'none' : 'all'
}
