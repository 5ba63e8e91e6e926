import { AppError, type ErrorCode, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { notifyRefusal } from './notices.ts'

/** Any thrown value as an AppError. */
export const toAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal', UNEXPECTED_MESSAGE, { cause: error })

/** Errors without a toast: an ended session leads to the sign-in screen, a cancelled call was the user's action. */
const SILENT: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'cancelled'])

/** Faults of the server or the connection, which users report. Errors that users correct themselves need no number. */
const REPORTED: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'unavailable',
  'timeout',
  'bad-answer',
  'rejected',
  'no-space',
])

/** The 错误编号 of an error that users report; undefined for other errors, and without a number from the server. */
export const referenceOf = ({ code, details }: AppError): string | undefined =>
  REPORTED.has(code) ? details.requestId : undefined

/** Shows a failed call; the only place that does (A·§8). */
export function showError(error: unknown): void {
  const failure = toAppError(error)
  if (!SILENT.has(failure.code)) notifyRefusal(failure.message, referenceOf(failure))
}
