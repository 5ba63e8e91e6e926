import type { AppError } from '#shared/errors/index.ts'

/** What becomes of an upload whose step failed. */
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

/** After so many failures in a row, none of which brought a byte further, it is the user's turn. */
export const MOST_FAILURES = 8

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

/**
 * Milliseconds to wait after the nth failure in a row (from 1): doubling, with a limit, and spread so that many do not
 * come back at once. `random` is in [0, 1).
 */
export function pauseAfter(failures: number, random: number): number {
  const full = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
  return Math.round(full * (0.5 + random / 2))
}
