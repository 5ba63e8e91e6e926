import type { RowOf } from '#server/db/schema.ts'
import type { Dictionary } from '#shared/contract/dictionary.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type DictionaryRow = RowOf<'dictionary'>

/** A flat dictionary for a response (B·§3). */
export const presentDictionary = ({ value, createTime, updatedBy, updateTime, ...row }: DictionaryRow): Dictionary => ({
  ...row,
  value: JSON.parse(value) as string[],
  createDate: formatDateTime(createTime),
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})
