import { z } from 'zod'
import { fieldProblem, lengthProblem } from '#shared/domain/contentFields.ts'
import type { FormField } from './loadEntry.ts'
import { type EntryTexts, type EntryValues, toText } from './values.ts'

/**
 * The rules of all fields, in their order: the first broken one is the one that is said (A·§5). Drafts hold whatever is
 * not too long, and what was too long before and is untouched, as on the server.
 * @param publishing asked at each check.
 * @param base the texts that the form began with, asked at each check.
 */
export const entrySchema = (
  fields: readonly FormField[],
  publishing: () => boolean,
  base: () => EntryTexts,
): z.ZodType<EntryValues, EntryValues> =>
  z.record(z.string(), z.unknown()).superRefine((values, context) => {
    for (const field of fields) {
      const text = toText(field, values[field.fieldName])
      const isUntouched = text === (base()[field.fieldName] ?? '')
      const message = publishing() ? fieldProblem(field, text) : isUntouched ? null : lengthProblem(field, text)
      if (message) context.addIssue({ code: 'custom', path: [field.fieldName], message })
    }
  })
