import type { FactOf } from '#shared/errors/facts.ts'
import { asAppError } from '#renderer/data/errors.ts'

/** What a sign-in goes on with when the account has a second factor; null for other failures. */
export function codeAsked(error: unknown): FactOf<'codeNeeded'> | null {
  const { fact } = asAppError(error).details
  return fact?.kind === 'codeNeeded' ? fact : null
}

/** Can the same step be sent again? A server that gave no answer has used up nothing of it. */
export const maySendAgain = (error: unknown): boolean =>
  ['no-response', 'timeout', 'unavailable'].includes(asAppError(error).code)
