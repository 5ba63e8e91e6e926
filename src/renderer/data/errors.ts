import { AppError, type ErrorCode, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { notifyRefusal } from './notices.ts'

/** Any thrown value as an AppError. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal', UNEXPECTED_MESSAGE, { cause: error })

/** Said elsewhere: an ended session leads to the sign-in screen, a cancelled call was the user's own wish. */
const SILENT: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'cancelled'])

/** Shows a failed call; the only place that does (A·§8). */
export function showError(error: unknown): void {
  const { code, message } = asAppError(error)
  if (!SILENT.has(code)) notifyRefusal(message)
}
