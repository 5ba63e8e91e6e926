import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { toAppError } from '#renderer/data/errors.ts'

/** A validation error and the path of its value (`domainList.0`). */
interface FormError {
  path: string
  message: string
}

type Errors = FieldErrors | FieldErrors[string]

/** The first validation error in the order of the schema (A·§5: it is shown as a toast). */
export function firstError(errors: Errors, path = ''): FormError | undefined {
  if (!errors || typeof errors !== 'object') return undefined
  if (typeof errors.message === 'string') return { path, message: errors.message }
  for (const [key, value] of Object.entries(errors)) {
    const below = path ? `${path}.${key}` : key
    const found = key === 'ref' ? undefined : firstError(value as Errors, below)
    if (found) return found
  }
  return undefined
}

/** The message of the field itself; errors inside it are shown there. */
export const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : undefined

/** The message at a path of the form (`domainList.0`). */
export function errorAt(errors: FieldErrors, path: string): string | undefined {
  let at: unknown = errors
  for (const key of path.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return messageOf(at)
}

type Form<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>

/** Focuses the field of that path, or the nearest one that contains it. */
export function focusField<In extends FieldValues, Out>(form: Form<In, Out>, path: string): void {
  const keys = path.split('.')
  // Tries each prefix of the path: setFocus ignores names without a field, so the innermost field keeps the focus.
  for (let length = 1; length <= keys.length; length += 1)
    form.setFocus(keys.slice(0, length).join('.') as FieldPath<In>)
}

/** Shows the server's validation errors at their fields and focuses the first. */
export function showIssues<In extends FieldValues, Out>(error: unknown, form: Form<In, Out>): void {
  const values = form.getValues()
  const issues = toAppError(error).details.issues ?? []
  const known = issues.filter(({ field }) => field !== '' && (field.split('.')[0] ?? '') in values)
  for (const { field, message } of known) form.setError(field as FieldPath<In>, { type: 'server', message })
  if (known[0]) focusField(form, known[0].field)
}
