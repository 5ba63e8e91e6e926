import { backoff } from '#shared/util/backoff.ts'
import type { PollTimes } from '../remote/probe.ts'

/** All in ms. Tests shorten them; the product uses TIMING. */
export interface Timing {
  /** A file that changed more recently is maybe still being written (S6). */
  settle: number
  /** A deletion counts only when nothing more went missing for this long (S5, S16). */
  deleteSettle: number
  /** Hints come in showers: so long they are gathered before the folder is looked at. */
  gather: number
  /** Full scan beside the watcher (S4); each file is read again then. */
  scanEvery: number
  /** The same when the watcher is not working; twenty times as long as a scan takes at least. */
  scanWithoutWatcher: number
  /** Pause between two looks at a server without long polling, while changes come and while none do. */
  poll: number
  pollIdle: number
  /** What the times in such a server's listings are exact to. */
  timeStep: number
  /** First and longest pause before a failed cycle or file is tried again; it doubles in between. */
  retryFirst: number
  retryLongest: number
  /** At most one workspace.changed event in this time. */
  eventEvery: number
  /** No pause of the loop is shorter, unless something woke it. */
  shortest: number
  /** Whatever wakes it, no more than `burst` cycles at once and then one in this time. */
  cycleEvery: number
  burst: number
  /** How often is looked whether the cause of a safety stop is gone. */
  haltedScan: number
  /** How often is looked whether git is done, and how long it is waited for at most. */
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

/** Pause before the attempt after `attempts` failures. */
export const retryPause = ({ retryFirst, retryLongest }: Timing, attempts: number): number =>
  backoff(attempts, { first: retryFirst, longest: retryLongest })

/** How a server that tells nobody of changes is looked at. */
export const pollTimes = ({ poll, pollIdle, timeStep }: Timing): PollTimes => ({
  busy: poll,
  idle: pollIdle,
  step: timeStep,
})
