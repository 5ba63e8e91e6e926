import { toAppError } from '#renderer/data/errors.ts'

/**
 * Whether the error says that the server lacks the call. Servers of other vendors answer with a page or with "not
 * found".
 */
export const isUnknownCall = (error: unknown): boolean =>
  ['bad-answer', 'not-found', 'unsupported'].includes(toAppError(error).code)
