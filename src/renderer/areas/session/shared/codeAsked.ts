import type { FactOf } from '#shared/errors/facts.ts'
import { asAppError } from '#renderer/data/errors.ts'

/** The data for the second step, when the sign-in needs the code of a second factor; null for other errors. */
export function codeAsked(error: unknown): FactOf<'codeNeeded'> | null {
  const { fact } = asAppError(error).details
  return fact?.kind === 'codeNeeded' ? fact : null
}

/** Whether the same step may be sent again: after errors without an answer, the captcha or code is still unused. */
export const maySendAgain = (error: unknown): boolean =>
  ['no-response', 'timeout', 'unavailable'].includes(asAppError(error).code)
