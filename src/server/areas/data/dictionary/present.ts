import type { Selectable } from 'kysely'
import type { DictionaryTable } from '#server/db/tables/dictionaries.ts'
import type { Dictionary } from '#shared/contract/dictionary.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type DictionaryRow = Selectable<DictionaryTable>

/** A flat dictionary as it leaves the server (B·§3). */
export const presentDictionary = ({ value, createTime, updatedBy, updateTime, ...row }: DictionaryRow): Dictionary => ({
  ...row,
  value: JSON.parse(value) as string[],
  createDate: formatDateTime(createTime),
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})
