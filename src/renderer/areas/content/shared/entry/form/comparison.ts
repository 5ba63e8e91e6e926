import type { Compare } from '#renderer/ui/form/compare.ts'
import { blocksIn, linesIn } from '#renderer/ui/form/merge/pieces.ts'
import { type FormField, loadEntry } from './loadEntry.ts'
import { formValues } from './values.ts'

/** How a form finds out what somebody else saved in the entry meanwhile. */
export const comparison = (classId: number, id: () => number, fields: readonly FormField[]): Compare => ({
  load: async () => {
    const latest = await loadEntry(classId, id())
    return { ...formValues(fields, latest.texts), version: latest.version }
  },
  split: (name) => {
    const type = fields.find(({ fieldName }) => fieldName === name)?.fieldType
    return type === 'Editor' ? blocksIn : type === 'MultiLine' ? linesIn : undefined
  },
  labels: Object.fromEntries(fields.map(({ fieldName, fieldAlias }) => [fieldName, fieldAlias || fieldName])),
})
