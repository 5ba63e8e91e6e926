import { useMemo } from 'react'
import type { FieldError } from 'react-hook-form'
import { lengthProblem, limitOf, MULTI_LINE_LIMIT } from '#shared/domain/contentFields.ts'
import { messageOf } from '#renderer/ui/fields/formErrors.ts'
import type { FormField } from '../form/loadEntry.ts'

/** How long a text is, and what is wrong with it: too long is said while it is typed, the rest once it is sent. */
export function useLength(field: FormField, text: string, error: FieldError | undefined) {
  const max = limitOf(field) ?? MULTI_LINE_LIMIT
  // Rare characters count as one, as for the rule (limitOf).
  const length = useMemo(() => [...text].length, [text])
  const tooLong = length > max ? lengthProblem(field, text) : null
  const problem = tooLong ? `${tooLong}，请删去 ${length - max} 个字` : messageOf(error)
  return { count: `${length} / ${max}`, isOver: length > max, problem }
}
