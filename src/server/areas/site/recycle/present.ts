import type { RecycledSite } from '#shared/contract/site.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { presentSite } from '../site/index.ts'
import { RETENTION_MS, type RecycledRow, toOriginalSymbol } from './repo.ts'

/** Converts a deleted site for the client, with its original symbol. */
export const present = (row: RecycledRow): RecycledSite => ({
  ...presentSite({ ...row, symbol: toOriginalSymbol(row) }),
  deletedBy: row.deletedBy,
  deleteDate: formatDateTime(row.deleteTime),
  expireDate: formatDateTime(row.deleteTime + RETENTION_MS),
})
