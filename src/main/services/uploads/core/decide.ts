import type { AppError } from '#shared/errors/index.ts'
import { backoff } from '#shared/util/backoff.ts'

/** What to do with an upload after a step of it has failed. */
export type Decision =
  /** Waits for a session of its account. */
  | 'signed-out'
  /** The server may be out of reach: if it is, all of its uploads wait for it; otherwise as `later`. */
  | 'ask'
  /** Tried again by itself after a while (upload-protocol.md P6: anything else is retried). */
  | 'later'
  /** Only the user's retry may help: another disk, a freed quota, a mended server. */
  | 'failed'
  /** Nothing helps this file. */
  | 'refused'

/** P6: these HTTP statuses without an envelope are final. */
const FINAL_STATUS: ReadonlySet<unknown> = new Set([404, 415, 500, 501])

export function decide(error: AppError): Decision {
  switch (error.code) {
    case 'unauthorized':
      return 'signed-out'
    case 'no-response':
    case 'timeout':
    case 'unavailable':
      return 'ask'
    case 'too-many':
    case 'locked':
    case 'cancelled':
      return 'later'
    case 'bad-answer':
      return FINAL_STATUS.has(error.details.facts?.['status']) ? 'failed' : 'later'
    case 'unsupported':
      return 'refused'
    default:
      return 'failed'
  }
}

/** After so many failures in a row without any progress the upload waits for the user. */
export const MOST_FAILURES = 8

/** The pause in ms after the nth failure in a row (from 1). `random` is in [0, 1). */
export const pauseAfter = (failures: number, random: number): number =>
  backoff(failures, { first: 1000, longest: 30_000, random })
