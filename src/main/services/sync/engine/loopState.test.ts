import { describe, expect, it, test } from 'vitest'
import {
  findDueScan,
  createInitialState,
  isDue,
  mayHaveWrongTrees,
  nextState,
  delayUntilNextStep,
  type CycleOutcome,
  type LoopEvent,
  type LoopState,
  type Phase,
} from './loopState.ts'
import { TIMING } from './timing.ts'

const NOW = 1_000_000
const DUE: Phase = { kind: 'due' }
const ASKING: Phase = { kind: 'asking' }
const SIGNED_OUT: Phase = { kind: 'signed-out' }
const PAUSED: Phase = { kind: 'paused', rescanAt: null }
const waiting = (ms: number, rescanIn: number | null = null): Phase => ({
  kind: 'waiting',
  until: NOW + ms,
  rescanAt: rescanIn === null ? null : NOW + rescanIn,
})
const inPhase = (phase: Phase, change: Partial<LoopState> = {}): LoopState => ({
  ...createInitialState(phase.kind === 'paused', NOW),
  phase,
  ...change,
})
const after = (state: LoopState, ...events: LoopEvent[]): LoopState =>
  events.reduce((current, event) => nextState(current, event, NOW, TIMING), state)

const OUTCOME: CycleOutcome = {
  failed: false,
  again: false,
  settlesIn: null,
  halt: null,
  isWatching: true,
  retriesIn: null,
}
const finished = (change: Partial<CycleOutcome> = {}): LoopEvent => ({
  type: 'finished',
  outcome: { ...OUTCOME, ...change },
})
const scanned = (hasMoved: boolean, settlesIn: number | null = null, isRootMissing = false): LoopEvent => ({
  type: 'scanned',
  hasMoved,
  isRootMissing,
  settlesIn,
})
const OFFLINE = { state: 'offline', message: 'm' } as const
const FAILED: LoopEvent = { type: 'failed', status: OFFLINE }
const HALT = { kind: 'mass-delete-local', message: 'h', deletes: 1, total: 1, others: 0, signature: 's' } as const

test.each<[string, Phase, LoopEvent, Phase]>([
  ['a step that is due asks the server', DUE, { type: 'ask' }, ASKING],
  ['a call makes the next step ask', waiting(500), { type: 'call' }, DUE],
  ['a call wakes a signed-out workspace', SIGNED_OUT, { type: 'call' }, DUE],
  ['a call does not end a pause', PAUSED, { type: 'call' }, PAUSED],
  ['a pause ends everything else', ASKING, { type: 'pause' }, PAUSED],
  ['resuming asks the server', PAUSED, { type: 'resume' }, DUE],
  ['a scan of everything asks the server afterwards', waiting(500), { type: 'scan-all', isDeep: false }, DUE],
  ['a change in the folder asks the server', waiting(500), scanned(true), DUE],
  ['a missing root asks for a cycle, which halts', waiting(500), scanned(false, null, true), DUE],
  ['a scan that finds nothing waits on', waiting(500), scanned(false), waiting(500)],
  ['unsettled files are scanned again', waiting(500), scanned(false, 100), waiting(500, 100)],
  ['also in a pause', PAUSED, scanned(true, 100), { kind: 'paused', rescanAt: NOW + 100 }],
  ['a scan in a pause after which nothing waits', { kind: 'paused', rescanAt: NOW - 5 }, scanned(false), PAUSED],
  ['git is polled', ASKING, { type: 'git-busy', message: 'git' }, waiting(TIMING.gitPoll)],
  [
    'a missing folder is looked for',
    ASKING,
    { type: 'root-missing', message: 'm' },
    waiting(TIMING.scanWithoutWatcher),
  ],
  ['without a session nothing happens', ASKING, { type: 'signed-out' }, SIGNED_OUT],
  ['a cancelled step waits a little', ASKING, { type: 'cancelled' }, waiting(TIMING.retryFirst)],
  ['a locked folder is tried again', ASKING, { type: 'locked', message: 'm' }, waiting(5000)],
  ['a failed cycle is tried again', ASKING, FAILED, waiting(TIMING.retryFirst)],
  ['a watched folder in order rests until the hourly scan', ASKING, finished(), waiting(TIMING.scanEvery)],
  ['without a watcher it is scanned soon', ASKING, finished({ isWatching: false }), waiting(TIMING.scanWithoutWatcher)],
  ['a halt is checked often', ASKING, finished({ halt: HALT }), waiting(TIMING.haltedScan)],
  ['files that settle soon are waited for', ASKING, finished({ settlesIn: 150 }), waiting(150)],
  ['a failed file is tried again in its time', ASKING, finished({ retriesIn: 700 }), waiting(700)],
  ['a failed transfer is tried again', ASKING, finished({ failed: true }), waiting(TIMING.retryFirst)],
  ['work that is left follows at once', ASKING, finished({ again: true }), waiting(TIMING.shortest)],
])('%s', (_title, phase, event, expected) => {
  expect(after(inPhase(phase), event).phase).toEqual(expected)
})

describe('what comes during a step outlives its end', () => {
  const ends: LoopEvent[] = [
    finished(),
    FAILED,
    { type: 'cancelled' },
    { type: 'signed-out' },
    { type: 'locked', message: 'm' },
    { type: 'git-busy', message: 'git' },
    { type: 'root-missing', message: 'm' },
  ]
  it.each(ends)('a call for the server before $type', (end) => {
    expect(after(inPhase(DUE), { type: 'ask' }, { type: 'call' }, end).phase).toEqual(DUE)
  })
  it.each(ends)('a pause before $type', (end) => {
    const state = after(inPhase(DUE), { type: 'ask' }, { type: 'pause' }, { type: 'working' }, end)
    expect(state.phase).toEqual(PAUSED)
    expect(state.status.state).toBe('paused')
  })
  it.each(ends)('a pause that was ended again before $type', (end) => {
    expect(after(inPhase(DUE), { type: 'ask' }, { type: 'pause' }, { type: 'resume' }, end).phase).toEqual(DUE)
  })
})

it('shows what a step found', () => {
  const asking = inPhase(ASKING)
  const shown = (event: LoopEvent): string => after(asking, event).status.state
  expect(shown({ type: 'working' })).toBe('syncing')
  expect(shown(finished())).toBe('idle')
  expect(shown(finished({ halt: HALT }))).toBe('halted')
  expect(shown({ type: 'signed-out' })).toBe('signed-out')
  expect(shown(FAILED)).toBe('offline')
  expect(shown({ type: 'locked', message: 'm' })).toBe('locked')
  expect(shown({ type: 'root-missing', message: 'm' })).toBe('halted')
  expect(shown({ type: 'cancelled' })).toBe('starting')
})

it('retries at growing intervals, whatever changes locally meanwhile, and at once after a success', () => {
  const failing = after(inPhase(ASKING), FAILED, { type: 'ask' }, FAILED)
  expect(failing.failures).toBe(2)
  expect(failing.phase).toEqual(waiting(2 * TIMING.retryFirst))
  expect(after(failing, scanned(true)).phase).toEqual(failing.phase)
  const healthy = after(failing, { type: 'ask' }, finished())
  expect(healthy.failures).toBe(0)
  expect(after(healthy, scanned(true)).phase).toEqual(DUE)
})

it('slows down while the same work is found again and again, and then mistrusts the kept trees', () => {
  let state = inPhase(ASKING)
  const pauses: number[] = []
  const mistrust: boolean[] = []
  for (let n = 0; n < 5; n++) {
    state = after(state, { type: 'ask' }, finished({ again: true }))
    pauses.push(delayUntilNextStep(state, NOW))
    mistrust.push(mayHaveWrongTrees(state))
  }
  const { shortest, retryFirst } = TIMING
  expect(pauses).toEqual([shortest, shortest, retryFirst, 2 * retryFirst, 4 * retryFirst])
  expect(mistrust).toEqual([false, false, false, true, true])
  expect(mayHaveWrongTrees(after(state, { type: 'ask' }, finished()))).toBe(false)
})

it('sleeps until the next thing that comes by itself', () => {
  expect(delayUntilNextStep(inPhase(DUE), NOW)).toBe(0)
  expect(delayUntilNextStep(inPhase(waiting(500)), NOW)).toBe(500)
  expect(delayUntilNextStep(inPhase(waiting(500, 100)), NOW)).toBe(100)
  expect(delayUntilNextStep(inPhase(waiting(-1)), NOW)).toBe(0)
  expect(delayUntilNextStep(inPhase(SIGNED_OUT), NOW)).toBeGreaterThan(3600_000)
  expect(delayUntilNextStep(inPhase(PAUSED), NOW)).toBeGreaterThan(3600_000)
  expect(delayUntilNextStep(inPhase({ kind: 'paused', rescanAt: NOW + 100 }), NOW)).toBe(100)
  expect(isDue(inPhase(waiting(500, 100)), NOW + 499)).toBe(false)
  expect(isDue(inPhase(waiting(500)), NOW + 500)).toBe(true)
})

test.each<[string, Partial<LoopState>, boolean, ReturnType<typeof findDueScan>]>([
  ['at the start', { lastScan: -Infinity }, true, 'all'],
  ['not while hints come', { lastScan: NOW - TIMING.scanWithoutWatcher - 1 }, true, 'none'],
  ['soon without hints', { lastScan: NOW - TIMING.scanWithoutWatcher - 1 }, false, 'all'],
  ['a twentieth of the time at most', { lastScan: NOW - 19_000, scanDuration: 1000 }, false, 'none'],
  ['every file each hour', { lastDeepScan: NOW - TIMING.scanEvery - 1 }, true, 'deep'],
])('[S4] scans the whole folder: %s', (_title, change, isWatching, expected) => {
  expect(findDueScan(inPhase(DUE, { lastScan: NOW, ...change }), isWatching, NOW, TIMING)).toBe(expected)
})
