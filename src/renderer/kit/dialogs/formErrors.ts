import type { FieldErrors, FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { asAppError } from '#renderer/data/errors.ts'

/** The first message in the order of the schema (A·§5: it is shown as an error toast). */
export function firstMessage(errors: FieldErrors | FieldErrors[string]): string | undefined {
  if (!errors || typeof errors !== 'object') return undefined
  if (typeof errors.message === 'string') return errors.message
  for (const [key, value] of Object.entries(errors)) {
    const found = key === 'ref' ? undefined : firstMessage(value as FieldErrors[string])
    if (found) return found
  }
  return undefined
}

/** Puts the rules that the server found broken at their fields. */
export function showIssues<In extends FieldValues>(error: unknown, values: In, setError: UseFormSetError<In>): void {
  for (const { field, message } of asAppError(error).details.issues ?? []) {
    if (field && field.split('.')[0] !== undefined && String(field.split('.')[0]) in values) {
      setError(field as FieldPath<In>, { type: 'server', message })
    }
  }
}
