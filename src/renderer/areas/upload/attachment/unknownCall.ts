import { asAppError } from '#renderer/data/errors.ts'

/** Does another server than ours not know the call? It then answers its own page, or that there is nothing. */
export const isUnknownCall = (error: unknown): boolean =>
  ['bad-answer', 'not-found', 'unsupported'].includes(asAppError(error).code)
