import type { FactOf } from '#shared/errors/facts.ts'
import { toAppError } from '#renderer/data/errors.ts'

/** The data for the second step, when the sign-in needs the code of a second factor; null for other errors. */
export function requiredCodeOf(error: unknown): FactOf<'codeNeeded'> | null {
  const { fact } = toAppError(error).details
  return fact?.kind === 'codeNeeded' ? fact : null
}

/** Whether the same step may be sent again: after errors without an answer, the captcha or code is still unused. */
export const canResend = (error: unknown): boolean =>
  ['no-response', 'timeout', 'unavailable'].includes(toAppError(error).code)
