import { z } from 'zod'
import type { FormField } from './loadEntry.ts'
import { type EntryValues, toText } from './values.ts'

/** The rules of all fields, in their order: the first broken one is the one that is said (A·§5). */
export const entrySchema = (fields: readonly FormField[]): z.ZodType<EntryValues, EntryValues> =>
  z.record(z.string(), z.unknown()).superRefine((values, context) => {
    for (const field of fields) {
      const message = problemOf(field, toText(field, values[field.fieldName]))
      if (message) context.addIssue({ code: 'custom', path: [field.fieldName], message })
    }
  })

const problemOf = (field: FormField, text: string): string | null =>
  field.isRequired && text === '' ? '请添加数据' : null
