import type { RecycledTemplate } from '#shared/contract/template.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { present as presentTemplate } from '../template/index.ts'
import { RETENTION_MS, type RecycledRow } from './repo.ts'

/** Converts a deleted template for the client. */
export const present = (row: RecycledRow): RecycledTemplate => ({
  ...presentTemplate(row),
  deletedBy: row.deletedBy,
  deleteDate: formatDateTime(row.deleteTime),
  expireDate: formatDateTime(row.deleteTime + RETENTION_MS),
})
