import type { Emit, Logger } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'
import { rootMissing, type Stop } from '../core/safety.ts'
import { sameEntry } from '../core/tree.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { Session, WorkspaceContext } from './context.ts'
import { runCycle, scanLocal, type CycleMemory, type CycleResult, type ScanInput } from './cycle.ts'
import { readAgreed, readHalt, writeAgreed, writeStop } from './halts.ts'
import type { FolderLease } from './folderLease.ts'
import type { Link } from './link.ts'
import { SIGNED_OUT, statusOf, type Status } from './status.ts'
import type { GitWait } from './gitWait.ts'
import type { Pace } from './pace.ts'
import { backoff } from './timing.ts'
import type { Trigger } from './trigger.ts'

export interface LoopDeps {
  record: WorkspaceRecord
  bench: WorkspaceContext
  memory: CycleMemory
  hold: FolderLease
  link: Link
  trigger: Trigger
  pace: Pace
  git: GitWait
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  scanInput: (signal: AbortSignal) => Promise<ScanInput>
  closing: AbortController
  emit: Emit
  changed: () => void
  log: Logger
  /** ms; ends early when the engine is closed. */
  sleep: (ms: number) => Promise<void>
}

export interface Loop {
  start(): void
  ended(): Promise<void>
  status(): Status
  setPaused(paused: boolean): void
}

const UNTIL_WOKEN = 24 * 3600 * 1000
const LOCKED_RETRY = 5000

/** The only loop of a workspace: one cycle after another, woken by hints, the server, timers and people. */
export function createLoop(deps: LoopDeps): Loop {
  const { record, bench, memory, hold, link, trigger, pace, git, closing, emit, changed, log } = deps
  let status: Status = record.paused ? PAUSED : { state: 'starting', message: '' }
  let paused = record.paused
  let failures = 0
  let again = 0
  let worked = false
  let pausing = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const show = (next: Status): void => {
    if (next.state === status.state && next.message === status.message) return
    status = next
    changed()
  }
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // Hints that come meanwhile must not shorten this pause; none of them is lost.
      for (let wait = pace.turn(); wait > 0 && !closing.signal.aborted; wait = pace.turn()) await deps.sleep(wait)
      const pause = await step().catch(failed)
      await trigger.wait(Math.max(pause, bench.timing.shortest), closing.signal)
    }
  }
  /** Answers how long to sleep, ms. */
  const step = async (): Promise<number> => {
    if (paused) return rest(PAUSED)
    const signal = AbortSignal.any([closing.signal, pausing.signal])
    return deps.exclusive(async () => {
      const there = await hold.take()
      // Before the server is asked: without the folder nothing it says can be used.
      if (!there) return missing()
      if (await git.isBusy()) {
        show({ state: 'syncing', message: git.reason })
        return bench.timing.gitPoll
      }
      const remote = await link.remote(signal)
      if (!remote) return rest(SIGNED_OUT)
      const session: Session = { ...bench, remote, signal, local: new Map(), uploaded: [] }
      return cycle(session, await deps.scanInput(signal))
    })
  }
  const rest = (next: Status): number => {
    show(next)
    return UNTIL_WOKEN
  }
  const cycle = async (session: Session, scan: ScanInput): Promise<number> => {
    const agreed = readAgreed(bench.store)
    // An answer that is still being carried out stays one moment of the trash.
    if (agreed.size === 0) bench.trash.beginMoment()
    worked = false
    const onWork = (): void => {
      worked = true
      if (!readHalt(bench.store)) show({ state: 'syncing', message: '' })
    }
    const tell = (changes: boolean): void => {
      const { uploaded } = session
      if (changes || uploaded.length > 0) emit('template.changed', { folder: record.folder, uploaded })
    }
    const input = { session, memory, scan, liveSites: () => link.liveSites(session.signal), onWork }
    const result = await runCycle(input).catch((error: unknown) => {
      tell(false)
      throw error
    })
    tell(result.remoteChanged)
    // Before a failed transfer can end the cycle: what was found must be seen. While deletions settle, nothing is known.
    if (result.halt || !result.settling) setStop(result.halt)
    if (result.halt?.kind === 'local-root-missing') return missing()
    if (result.stop) throw result.stop
    failures = 0
    const complete = !result.failed && !result.again && !result.settling && !result.halt
    if (complete && agreed.size > 0) writeAgreed(bench.store, [])
    return finished(result)
  }
  const setStop = (stop: Stop | null): void => {
    if (!writeStop(bench.store, stop)) return
    changed()
    if (stop) log.warn('sync halted', { workspace: record.id, kind: stop.kind, deletes: stop.deletes })
    else log.info('sync goes on, the cause of the stop is gone', { workspace: record.id })
  }
  /** Looks for the folder at short intervals: it may be moved back, or its disk be connected again. */
  const missing = async (): Promise<number> => {
    const stop = rootMissing(bench.store.tree)
    setStop(stop)
    show({ state: 'halted', message: stop.message })
    link.stopListening()
    await hold.release()
    return bench.timing.scanWithoutWatcher
  }
  const finished = ({ failed: anyFailed, again: more, settling }: CycleResult): number => {
    if (memory.remoteVersion !== null) link.listen(memory.remoteVersion)
    again = more ? again + 1 : 0
    const halt = readHalt(bench.store)
    if (!anyFailed && !more && !halt) bench.store.write('last-sync', bench.clock.now().toISOString())
    if (worked) bench.store.flush()
    show(halt ? { state: 'halted', message: halt.message } : { state: 'idle', message: '' })
    changed()
    const { timing } = bench
    const usual = hold.watching() ? timing.scanEvery : timing.scanWithoutWatcher
    const timer = halt ? Math.min(usual, timing.haltedScan) : usual
    return Math.min(
      timer,
      settling ? timing.settle + 10 : timer,
      // Two sides that change faster than a cycle must not keep the machine busy.
      more ? (again < 3 ? timing.shortest : backoff(timing, again - 2)) : timer,
      memory.failures.next() ?? timer,
      anyFailed ? backoff(timing, 1) : timer,
    )
  }
  const failed = async (reason: unknown): Promise<number> => {
    // The end and a pause wake the loop themselves.
    if (closing.signal.aborted || isCancelled(reason)) return bench.timing.retryFirst
    failures += 1
    link.stopListening()
    if (reason instanceof AppError && reason.code === 'locked') {
      show({ state: 'locked', message: reason.message })
      return LOCKED_RETRY
    }
    const next = statusOf(reason)
    if (reason instanceof AppError && reason.code === 'unauthorized') link.expire()
    else log.warn('sync cycle failed', { workspace: record.id, error: reason })
    if (next.state === 'offline') await queueUp().catch(() => undefined)
    show(next)
    return backoff(bench.timing, failures)
  }
  /** Offline: shows what waits for the server. */
  const queueUp = async (): Promise<void> => {
    const { tree } = await scanLocal(bench, await deps.scanInput(closing.signal))
    for (const path of new Set([...tree.keys(), ...bench.store.tree.keys()])) {
      if (!sameEntry(tree.get(path), bench.store.tree.get(path)))
        bench.states.set(path, 'waiting', '等待服务器恢复连接')
    }
  }
  return {
    start() {
      running = run().catch((error: unknown) => {
        log.error('sync loop ended', { workspace: record.id, error })
        show(statusOf(error))
      })
    },
    ended: () => running,
    status: () => status,
    setPaused(next) {
      paused = next
      show(next ? PAUSED : { state: 'starting', message: '' })
      if (next) {
        link.stopListening()
        pausing.abort()
      } else pausing = new AbortController()
      trigger.fire()
    },
  }
}

const PAUSED: Status = { state: 'paused', message: '' }
/** A pause ends the running cycle. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || (error instanceof AppError && error.code === 'cancelled'))
