import { type AppError, requestFactOf } from '#shared/errors/index.ts'
import { backoffMs } from '#shared/util/backoff.ts'

/** What follows from a failed step of an upload. */
type Consequence =
  /** The upload waits for a session of its account. */
  | { kind: 'signed-out' }
  /** All uploads to this server wait until it is reachable. */
  | { kind: 'unreachable' }
  /** The upload is retried automatically after a delay (upload-protocol.md P6: all other errors are retried). */
  | { kind: 'later' }
  | {
      kind: 'failed'
      /** A manual retry may help (another disk, a freed quota, a repaired server); false: nothing helps this file. */
      mayRetry: boolean
      /** The server rejected the content. */
      isContentWrong: boolean
    }

/** P6: these HTTP statuses without an envelope are final. */
const FINAL_STATUS: ReadonlySet<unknown> = new Set([404, 415, 500, 501])
const TEMPORARY_CODES: ReadonlySet<AppError['code']> = new Set(['too-many', 'locked', 'cancelled'])

/** After this many consecutive failures without progress the upload waits for the user. */
export const MAX_FAILURES = 8

/** The server may be unreachable; check that before deciding the consequence. */
export const mayBeUnreachable = ({ code }: AppError): boolean =>
  code === 'no-response' || code === 'timeout' || code === 'unavailable'

/** @param failures consecutive failures including this one */
export function decideAfterFailure(error: AppError, isReachable: boolean, failures: number): Consequence {
  const { code } = error
  if (code === 'unauthorized') return { kind: 'signed-out' }
  if (!isReachable) return { kind: 'unreachable' }
  const isFinalAnswer = code === 'bad-answer' && FINAL_STATUS.has(requestFactOf(error).status)
  const isPassing = mayBeUnreachable(error) || TEMPORARY_CODES.has(code) || (code === 'bad-answer' && !isFinalAnswer)
  if (isPassing && failures <= MAX_FAILURES) return { kind: 'later' }
  const isContentWrong = code === 'invalid' || code === 'unsupported'
  return { kind: 'failed', mayRetry: code !== 'unsupported', isContentWrong }
}

/** ms to wait after the nth consecutive failure (from 1). `random` is in [0, 1). */
export const delayAfterFailures = (failures: number, random: number): number =>
  backoffMs(failures, { first: 1000, longest: 30_000, random })
