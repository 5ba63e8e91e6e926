import { factOf } from './factOf.ts'

/** The ids that a refusal names as missing; empty for any other error. */
export function missingIds(error: unknown): readonly number[] {
  return factOf(error, 'missing')?.missing ?? []
}
