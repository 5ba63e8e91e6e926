import { z } from 'zod'
import { fieldProblem } from '#shared/domain/contentFields.ts'
import type { FormField } from './loadEntry.ts'
import { type EntryValues, toText } from './values.ts'

/**
 * The rules of all fields, in their order: the first broken one is the one that is said (A·§5). Drafts hold whatever was
 * typed, as on the server.
 * @param publishing asked at each check.
 */
export const entrySchema = (
  fields: readonly FormField[],
  publishing: () => boolean,
): z.ZodType<EntryValues, EntryValues> =>
  z.record(z.string(), z.unknown()).superRefine((values, context) => {
    if (!publishing()) return
    for (const field of fields) {
      const message = fieldProblem(field, toText(field, values[field.fieldName]))
      if (message) context.addIssue({ code: 'custom', path: [field.fieldName], message })
    }
  })
