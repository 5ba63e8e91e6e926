import { asAppError } from './errors.ts'

/** The ids that a call was to work with and that are not there any more, as its refusal tells them; none for any other. */
export function missingIds(error: unknown): readonly number[] {
  const { code, details } = asAppError(error)
  const missing = details.facts?.['missing']
  return code === 'not-found' && typeof missing === 'string' ? missing.split(',').map(Number) : []
}
