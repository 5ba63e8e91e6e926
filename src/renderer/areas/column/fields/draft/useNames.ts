import { useMemo } from 'react'
import type { ChosenField } from './draft.ts'

/** Names of the fields in their order; the same list until one comes, goes or moves, whatever is typed into one. */
export function useNames(fields: readonly ChosenField[]): string[] {
  const joined = fields.map((field) => field.fieldName).join('\n')
  return useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
}
