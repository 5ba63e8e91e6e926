import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import type { EntryTexts } from '#renderer/features/entry/values.ts'

type Answer = OutputOf<'content.form'>
export type FormField = Answer['fields'][number]

/** A form that is ready to be shown. */
export interface LoadedEntry {
  classId: number
  /** 0: a new entry. */
  id: number
  /** Absent for a new entry. */
  version: number | undefined
  column: Answer['column']
  entry: Answer['entry']
  /** The last application for it, while it waits or when it was refused. */
  approval: NonNullable<Answer['approval']> | null
  /** Does the site show it? */
  isPublished: boolean
  /** Those that are asked for here: some are for adding or for editing alone. */
  fields: readonly FormField[]
  texts: EntryTexts
}

export const loadEntry = async (classId: number, id: number): Promise<LoadedEntry> =>
  entryOf(classId, id, (await call('content.form', { classId, id })).data)

/** The fields that a form asks for: those for adding, or those for editing. */
function entryOf(classId: number, id: number, answer: Answer): LoadedEntry {
  const asked = answer.fields.filter(({ isAdd, isUpdate }) => (id === 0 ? isAdd : isUpdate))
  return viewOf(classId, id, { ...answer, fields: asked })
}

/** An entry with all of its fields, in their order. */
export function viewOf(classId: number, id: number, { entry, column, fields, approval }: Answer): LoadedEntry {
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
