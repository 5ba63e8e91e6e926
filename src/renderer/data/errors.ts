import { AppError, type ErrorCode, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { notifyRefusal } from './notices.ts'

/** Any thrown value as an AppError. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal', UNEXPECTED_MESSAGE, { cause: error })

/** Said elsewhere: an ended session leads to the sign-in screen, a cancelled call was the user's own wish. */
const SILENT: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'cancelled'])

/** Faults of the server or of the way to it, which a person reports; what he mends himself needs no number. */
const REPORTED: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'unavailable',
  'timeout',
  'bad-answer',
  'rejected',
  'no-space',
])

/** 错误编号 of an error that is worth reporting; undefined for others, and where the server gave none. */
export const referenceOf = ({ code, details }: AppError): string | undefined =>
  REPORTED.has(code) ? details.requestId : undefined

/** Shows a failed call; the only place that does (A·§8). */
export function showError(error: unknown): void {
  const failure = asAppError(error)
  if (!SILENT.has(failure.code)) notifyRefusal(failure.message, referenceOf(failure))
}
