import type { ChangedEntry } from '#shared/contract/templateSync.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { FileRow } from '#server/storage/templates/rows.ts'

/** Converts a row for the sync calls. */
export const present = ({ path, kind, size, sha256, time, changedBy, machine }: FileRow): ChangedEntry => ({
  path,
  kind,
  size,
  sha256,
  updateTime: formatDateTime(time),
  changedBy,
  machine,
})
