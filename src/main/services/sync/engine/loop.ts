import type { Emit, Logger } from '#services/types.ts'
import { AppError } from '#shared/errors/index.ts'
import { rootMissing, type Stop } from '../core/safety.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { Session, WorkspaceContext } from './context.ts'
import { runCycle, type CycleMemory, type CycleResult } from './cycle.ts'
import type { Durable } from './durable.ts'
import { type GitHead, gitHeadOf } from '../local/git.ts'
import { beginMoment } from './history.ts'
import { readAgreed, readHalt, writeAgreed, writeGitHead, writeStops } from './halts.ts'
import { collectWhenQuiet } from './garbage.ts'
import type { FolderLease } from './folderLease.ts'
import type { Link } from './link.ts'
import { scanFolder, showChanged, showQueue } from './look.ts'
import { renamedStatus, SIGNED_OUT, statusOf, type Status } from './status.ts'
import type { GitWait } from './gitWait.ts'
import type { Pace } from './pace.ts'
import { retryPause } from './timing.ts'
import type { Trigger } from './trigger.ts'

export interface LoopDeps {
  record: WorkspaceRecord
  /** While it is paused from the start on its folder is looked at; false: it is left alone until somebody goes on. */
  looksPaused: boolean
  bench: WorkspaceContext
  memory: CycleMemory
  hold: FolderLease
  link: Link
  trigger: Trigger
  pace: Pace
  git: GitWait
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  durable: Durable
  /** ms */
  now: () => number
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
  /** The next step asks the server, also when nothing changed in the folder. */
  attend(): void
}

const UNTIL_WOKEN = 24 * 3600 * 1000
const LOCKED_RETRY = 5000
/** Steps of one cycle that leave memory worth freeing. */
const MUCH = 200

/** The only loop of a workspace: one cycle after another, woken by hints, the server, timers and people. */
export function createLoop(deps: LoopDeps): Loop {
  const { record, bench, memory, hold, link, trigger, pace, git, closing, emit, changed, log, now } = deps
  const { local, timing } = bench
  let status: Status = record.paused ? PAUSED : { state: 'starting', message: '' }
  let paused = record.paused
  let failures = 0
  let again = 0
  /** The server has to be asked, at once or from then on. */
  let due = true
  let dueAt = 0
  let lastScan = -Infinity
  let lastDeep = now()
  let scanTook = 0
  let worked = false
  let { looksPaused } = deps
  let pausing = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const show = (next: Status): void => {
    if (next.state === status.state && next.message === status.message) return
    status = next
    changed()
  }
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // Hints that arrive during this pause do not shorten it; they are kept for the next cycle.
      due ||= now() >= dueAt
      const wait = due ? pace.turn() : 0
      if (wait > 0) {
        await deps.sleep(wait)
        continue
      }
      const pause = await step().catch(failed)
      if (pause === 0) continue
      await trigger.wait(Math.max(pause, timing.shortest), closing.signal)
      // What a person or the server asks for doesn't wait for the rest of a shower.
      if (local.hinted() && !due) await deps.sleep(timing.gather)
    }
  }
  /** Answers how long to sleep, ms. */
  const step = async (): Promise<number> => {
    if (paused) return restPaused()
    const signal = AbortSignal.any([closing.signal, pausing.signal])
    return deps.exclusive(async () => {
      const there = await (due ? hold.take() : hold.look())
      // The folder is checked before the server is asked: without it the answer would be useless.
      if (!there) return dueIn(missing())
      if (await git.isBusy()) {
        show({ state: 'syncing', message: git.reason })
        return dueIn(timing.gitPoll)
      }
      planScan()
      if (!due) {
        const { moved, rootMissing, settlesIn } = await scanFolder(bench, signal)
        if (status.state === 'offline') showQueue(bench)
        else if (moved) showChanged(bench)
        const left = Math.max(0, dueAt - now())
        // After a failure of the server the next attempt waits for its time, whatever changes locally.
        if (rootMissing || (moved && failures === 0)) due = true
        return due ? 0 : Math.min(left, settlesIn ?? left)
      }
      due = false
      const remote = await link.remote(signal)
      if (!remote) return rest(SIGNED_OUT)
      return dueIn(await cycle({ ...bench, remote, signal, uploaded: [] }))
    })
  }
  /** Within this time the folder alone is looked at, unless something changed in it. */
  const dueIn = async (pause: number | Promise<number>): Promise<number> => {
    const ms = await pause
    dueAt = now() + ms
    return ms
  }
  const planScan = (): void => {
    const deep = now() - lastDeep > timing.scanEvery
    // Without a watcher, scanning may take at most a twentieth of the time.
    const every = hold.watching() ? timing.scanEvery : Math.max(timing.scanWithoutWatcher, 20 * scanTook)
    if (!deep && now() - lastScan < every) return
    local.hintAll(deep)
    due = true
    lastScan = now()
    if (deep) lastDeep = lastScan
  }
  const rest = (next: Status): number => {
    show(next)
    due = true
    return UNTIL_WOKEN
  }
  /** What changes in the folder meanwhile is shown, as far as hints tell: nothing is asked of the server. */
  const restPaused = async (): Promise<number> => {
    const pause = rest(PAUSED)
    const looking = deps.exclusive(async () => {
      // Once only: a folder that takes this one's place meanwhile is not touched.
      if (looksPaused) await hold.take()
      looksPaused = false
      if (!hold.watching()) return pause
      const { settlesIn } = await scanFolder(bench, closing.signal)
      showChanged(bench)
      return settlesIn ?? pause
    })
    return looking.catch(() => pause)
  }
  const cycle = async (session: Session): Promise<number> => {
    // S4: after the server was unreachable every path is compared again.
    if (failures > 0) local.hintAll()
    const began = now()
    const whole = local.hintedAll()
    const agreed = readAgreed(bench.store)
    // While an accepted plan is still carried out, its deletions belong to the same moment of the trash.
    if (agreed.size === 0) beginMoment(bench, 'sync')
    worked = false
    const onWork = (): void => {
      worked = true
      if (!readHalt(bench.store)) show({ state: 'syncing', message: '' })
    }
    const tell = (changes: boolean): void => {
      const { uploaded } = session
      if (changes || uploaded.length > 0) emit('template.changed', { folder: record.folder, uploaded })
    }
    const input = { session, memory, liveSites: () => link.liveSites(session.signal), onWork }
    const result = await runCycle(input).catch((error: unknown) => {
      tell(false)
      throw error
    })
    tell(result.remoteChanged)
    if (whole) scanTook = now() - began
    if (result.done > 0) pace.worked()
    // So does a look at everything: at the start both sides are listed, and the program itself has just begun.
    if (result.done > MUCH || whole) collectWhenQuiet()
    deps.durable.settle(closing.signal)
    // Set before a failed transfer can end the cycle, so that the halt is shown. While deletions settle, it is unknown.
    setStops(result.stops, result.settlesIn === null)
    if (result.stops[0]?.kind === 'local-root-missing') return missing()
    if (result.stop) throw result.stop
    failures = 0
    const complete = !result.failed && !result.again && result.settlesIn === null && result.stops.length === 0
    if (complete && agreed.size > 0) writeAgreed(bench.store, [])
    return finished(result, await gitHeadOf(record.localPath))
  }
  const setStops = (stops: readonly Stop[], isSettled: boolean): void => {
    if (!writeStops(bench.store, stops, isSettled)) return
    changed()
    const [stop] = stops
    if (stop) log.warn('sync halted', { workspace: record.id, kind: stop.kind, deletes: stop.deletes })
    else log.info('sync goes on, the cause of the stop is gone', { workspace: record.id })
  }
  /** Looks for the folder at short intervals: it may be moved back, or its disk be connected again. */
  const missing = async (): Promise<number> => {
    const stop = rootMissing(bench.trees.files.base)
    setStops([stop], true)
    show({ state: 'halted', message: stop.message })
    link.stopListening()
    await hold.release()
    return timing.scanWithoutWatcher
  }
  const finished = ({ failed: anyFailed, again: more, settlesIn }: CycleResult, head: GitHead | null): number => {
    link.listen(bench.remoteTree)
    again = more ? again + 1 : 0
    // If the same changes are found again and again, the kept trees may be wrong: every path is looked at.
    if (again > 3) {
      local.hintAll()
      bench.remoteTree.forget()
    }
    const halt = readHalt(bench.store)
    if (!anyFailed && !more && !halt) {
      bench.store.write('last-sync', bench.clock.now().toISOString())
      if (settlesIn === null) writeGitHead(bench.store, head)
    }
    if (worked) bench.store.flush()
    show(halt ? { state: 'halted', message: halt.message } : { state: 'idle', message: '' })
    changed()
    const usual = hold.watching() ? timing.scanEvery : timing.scanWithoutWatcher
    const timer = halt ? Math.min(usual, timing.haltedScan) : usual
    return Math.min(
      timer,
      settlesIn ?? timer,
      // If both sides change faster than a cycle takes, pauses keep the CPU free.
      more ? (again < 3 ? timing.shortest : retryPause(timing, again - 2)) : timer,
      memory.failures.next() ?? timer,
      anyFailed ? retryPause(timing, 1) : timer,
    )
  }
  const failed = async (reason: unknown): Promise<number> => {
    // A close or a pause wakes the loop by itself.
    if (closing.signal.aborted || isCancelled(reason)) return dueIn(timing.retryFirst)
    failures += 1
    link.stopListening()
    if (reason instanceof AppError && reason.code === 'locked') {
      show({ state: 'locked', message: reason.message })
      return dueIn(LOCKED_RETRY)
    }
    const next = await statusAfter(reason)
    if (reason instanceof AppError && reason.code === 'unauthorized') link.expire()
    else log.warn('sync cycle failed', { workspace: record.id, error: reason })
    show(next)
    if (next.state === 'offline') {
      await deps.exclusive(() => scanFolder(bench, closing.signal)).catch(() => undefined)
      showQueue(bench)
    }
    return dueIn(retryPause(timing, failures))
  }
  const statusAfter = async (reason: unknown): Promise<Status> => {
    const gone = reason instanceof AppError && reason.code === 'not-found'
    const now = gone ? await link.renamed(closing.signal).catch(() => null) : null
    return now ? renamedStatus(record.folder, now) : statusOf(reason)
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
    attend() {
      due = true
    },
    setPaused(next) {
      paused = next
      due = true
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
