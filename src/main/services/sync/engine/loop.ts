import type { Emit, Logger } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'
import { rootMissing, type Halt } from '../core/safety.ts'
import { sameEntry } from '../core/tree.ts'
import type { WorkspaceRecord } from '../workspaces/records.ts'
import type { Session, Workbench } from './context.ts'
import { runCycle, scanLocal, type CycleMemory, type CycleResult, type ScanInput } from './cycle.ts'
import { readAgreed, readHalt, writeAgreed, writeHalt } from './halts.ts'
import type { Hold } from './hold.ts'
import type { Link } from './link.ts'
import { SIGNED_OUT, statusOf, type Status } from './status.ts'
import { backoff } from './timing.ts'
import type { Trigger } from './trigger.ts'

export interface LoopDeps {
  record: WorkspaceRecord
  bench: Workbench
  memory: CycleMemory
  hold: Hold
  link: Link
  trigger: Trigger
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  scanInput: (signal: AbortSignal) => Promise<ScanInput>
  closing: AbortController
  emit: Emit
  changed: () => void
  log: Logger
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
  const { record, bench, memory, hold, link, trigger, closing, emit, changed, log } = deps
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
      const pause = await step().catch(failed)
      await trigger.wait(pause, closing.signal)
    }
  }
  /** Answers how long to sleep, ms. */
  const step = async (): Promise<number> => {
    if (paused) return rest(PAUSED)
    const signal = AbortSignal.any([closing.signal, pausing.signal])
    return deps.exclusive(async () => {
      const there = await hold.take()
      const halt = readHalt(bench.store)
      if (halt) return rest({ state: 'halted', message: halt.message })
      // Before the server is asked: without the folder nothing it says can be used.
      if (!there) return halted(rootMissing(bench.store.tree))
      const remote = await link.remote(signal)
      if (!remote) return rest(SIGNED_OUT)
      const session: Session = { ...bench, remote, signal, local: new Map() }
      return cycle(session, await deps.scanInput(signal))
    })
  }
  const rest = (next: Status): number => {
    show(next)
    return UNTIL_WOKEN
  }
  const cycle = async (session: Session, scan: ScanInput): Promise<number> => {
    const agreedDeletes = readAgreed(bench.store)
    worked = false
    const onWork = (): void => {
      worked = true
      show({ state: 'syncing', message: '' })
    }
    const result = await runCycle({ session, memory, scan, agreedDeletes, onWork })
    if (result.remoteChanged) emit('template.changed', { folder: record.folder })
    if (result.halt) return halted(result.halt)
    if (result.stop) throw result.stop
    failures = 0
    if (!result.failed && !result.again && !result.settling && agreedDeletes > 0) writeAgreed(bench.store, 0)
    return finished(result)
  }
  const halted = async (halt: Halt): Promise<number> => {
    writeHalt(bench.store, halt)
    show({ state: 'halted', message: halt.message })
    if (halt.kind === 'local-root-missing') await hold.release()
    log.warn('sync halted', { workspace: record.id, kind: halt.kind, deletes: halt.deletes })
    return UNTIL_WOKEN
  }
  const finished = ({ failed: anyFailed, again: more, settling }: CycleResult): number => {
    if (memory.remoteVersion !== null) link.listen(memory.remoteVersion)
    again = more ? again + 1 : 0
    if (!anyFailed && !more) bench.store.write('last-sync', bench.clock.now().toISOString())
    if (worked) bench.store.flush()
    show({ state: 'idle', message: '' })
    changed()
    const { timing } = bench
    const timer = hold.watching() ? timing.scanEvery : timing.scanWithoutWatcher
    return Math.min(
      timer,
      settling ? timing.settle + 10 : timer,
      // Two sides that change faster than a cycle must not keep the machine busy.
      more ? (again < 3 ? 0 : backoff(timing, again - 2)) : timer,
      memory.failures.next() ?? timer,
      anyFailed ? backoff(timing, 1) : timer,
    )
  }
  const failed = async (reason: unknown): Promise<number> => {
    if (closing.signal.aborted || isCancelled(reason)) return 0
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
