import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import type { EntryTexts } from '#renderer/features/entry/values.ts'

type Answer = OutputOf<'content.form'>
export type FormField = Answer['fields'][number]

/** An entry with everything that its form needs. */
export interface LoadedEntry {
  classId: number
  /** 0: a new entry. */
  id: number
  /** Absent for a new entry. */
  version: number | undefined
  column: Answer['column']
  entry: Answer['entry']
  /** The last approval request, if it is waiting or was refused. */
  approval: NonNullable<Answer['approval']> | null
  /** Whether the website shows the entry. */
  isPublished: boolean
  /** Fields of this form; some fields are only for adding or only for editing. */
  fields: readonly FormField[]
  texts: EntryTexts
}

export const loadEntry = async (classId: number, id: number): Promise<LoadedEntry> =>
  toFormEntry(classId, id, (await call('content.form', { classId, id })).data)

/** Keeps only the fields for adding, or those for editing. */
function toFormEntry(classId: number, id: number, answer: Answer): LoadedEntry {
  const formFields = answer.fields.filter(({ isAdd, isUpdate }) => (id === 0 ? isAdd : isUpdate))
  return toLoadedEntry(classId, id, { ...answer, fields: formFields })
}

/** Converts a response to an entry with all its fields, ordered. */
export function toLoadedEntry(classId: number, id: number, { entry, column, fields, approval }: Answer): LoadedEntry {
  return {
    classId,
    id,
    version: entry?.version,
    column,
    entry,
    approval: approval ?? null,
    isPublished: entry?.isStatus === true,
    fields: fields.toSorted((a, b) => a.sort - b.sort),
    texts: Object.fromEntries(fields.map(({ fieldName, value }) => [fieldName, value])),
  }
}
