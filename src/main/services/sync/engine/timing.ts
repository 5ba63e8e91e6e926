import { backoffMs } from '#shared/util/backoff.ts'
import type { PollTimes } from '../remote/probe.ts'

/** All in ms. Tests shorten them; the product uses TIMING. */
export interface Timing {
  /** A file that changed more recently may still be being written (S6). */
  settle: number
  /** A deletion counts only when nothing else went missing for this long (S5, S16). */
  deleteSettle: number
  /** Hints come in bursts: debounce time before the folder is scanned. */
  gather: number
  /** Interval of full scans (S4), which read every file, while the watcher works. */
  scanEvery: number
  /** Full scan when the watcher doesn't work; at least twenty times the duration of a scan. */
  scanWithoutWatcher: number
  /** Poll interval for a server without long polling, with and without recent changes. */
  poll: number
  pollIdle: number
  /** Resolution of the times in such a server's listings. */
  timeStep: number
  /** First and longest delay before a failed cycle or file is retried; it doubles in between. */
  retryFirst: number
  retryLongest: number
  /** At most one workspace.changed event per interval. */
  eventEvery: number
  /** Minimum delay of the loop, unless something wakes it. */
  shortest: number
  /** Rate limit: `burst` cycles at once, then one per interval. */
  cycleEvery: number
  burst: number
  /** How often to check whether the cause of a safety stop has gone. */
  haltedScan: number
  /** How often to check whether git has finished, and the longest wait for it. */
  gitPoll: number
  gitLongest: number
}

export const TIMING: Timing = {
  settle: 150,
  deleteSettle: 1000,
  gather: 30,
  scanEvery: 3600_000,
  scanWithoutWatcher: 3000,
  poll: 3000,
  pollIdle: 10_000,
  timeStep: 1100,
  retryFirst: 1000,
  retryLongest: 30_000,
  eventEvery: 100,
  shortest: 20,
  cycleEvery: 1000,
  burst: 20,
  haltedScan: 10_000,
  gitPoll: 250,
  gitLongest: 60_000,
}

/** Delay before the attempt that follows `attempts` failures. */
export const retryPause = ({ retryFirst, retryLongest }: Timing, attempts: number): number =>
  backoffMs(attempts, { first: retryFirst, longest: retryLongest })

/** Poll intervals for a server without a change feed. */
export const pollTimes = ({ poll, pollIdle, timeStep }: Timing): PollTimes => ({
  busy: poll,
  idle: pollIdle,
  step: timeStep,
})
