import { type AppError, requestFactOf } from '#shared/errors/index.ts'
import { backoff } from '#shared/util/backoff.ts'

/** What follows from a failed step of an upload. */
type Consequence =
  /** The upload waits for a session of its account. */
  | { kind: 'signed-out' }
  /** All uploads to this server wait for it. */
  | { kind: 'unreachable' }
  /** The upload is tried again by itself after a while (upload-protocol.md P6: anything else is retried). */
  | { kind: 'later' }
  | {
      kind: 'failed'
      /** Another disk, a freed quota or a mended server may help; false: nothing helps this file. */
      mayRetry: boolean
      /** The server found the content wrong. */
      isContentWrong: boolean
    }

/** P6: these HTTP statuses without an envelope are final. */
const FINAL_STATUS: ReadonlySet<unknown> = new Set([404, 415, 500, 501])
const PASSING: ReadonlySet<AppError['code']> = new Set(['too-many', 'locked', 'cancelled'])

/** After so many failures in a row without any progress the upload waits for the user. */
export const MAX_FAILURES = 8

/** The server may be out of reach: that has to be found out before the consequence. */
export const isDoubtful = ({ code }: AppError): boolean =>
  code === 'no-response' || code === 'timeout' || code === 'unavailable'

/** @param failures in a row, this one included */
export function afterFailure(error: AppError, isReachable: boolean, failures: number): Consequence {
  const { code } = error
  if (code === 'unauthorized') return { kind: 'signed-out' }
  if (!isReachable) return { kind: 'unreachable' }
  const isFinalAnswer = code === 'bad-answer' && FINAL_STATUS.has(requestFactOf(error).status)
  const isPassing = isDoubtful(error) || PASSING.has(code) || (code === 'bad-answer' && !isFinalAnswer)
  if (isPassing && failures <= MAX_FAILURES) return { kind: 'later' }
  const isContentWrong = code === 'invalid' || code === 'unsupported'
  return { kind: 'failed', mayRetry: code !== 'unsupported', isContentWrong }
}

/** The pause in ms after the nth failure in a row (from 1). `random` is in [0, 1). */
export const pauseAfter = (failures: number, random: number): number =>
  backoff(failures, { first: 1000, longest: 30_000, random })
