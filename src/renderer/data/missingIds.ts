import { factOf } from './factOf.ts'

/** The ids that a call was to work with and that are not there any more, as its refusal tells them; none for any other. */
export function missingIds(error: unknown): readonly number[] {
  return factOf(error, 'missing')?.missing ?? []
}
