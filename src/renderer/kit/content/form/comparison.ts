import type { Compare } from '#renderer/kit/form/compare.ts'
import { type FormField, loadEntry } from './loadEntry.ts'
import { formValues } from './values.ts'

/** How a form finds out what somebody else saved in the entry meanwhile. */
export const comparison = (classId: number, id: () => number, fields: readonly FormField[]): Compare => ({
  load: async () => {
    const latest = await loadEntry(classId, id())
    return { ...formValues(fields, latest.texts), version: latest.version }
  },
  labels: Object.fromEntries(fields.map(({ fieldName, fieldAlias }) => [fieldName, fieldAlias || fieldName])),
})
