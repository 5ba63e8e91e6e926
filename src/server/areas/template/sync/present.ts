import type { ChangedEntry } from '#shared/contract/templateSync.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { EntryRow } from '../feed/index.ts'

/** A path as the sync calls show it. */
export const present = ({ path, kind, size, sha256, time, changedBy, machine }: EntryRow): ChangedEntry => ({
  path,
  kind,
  size,
  sha256,
  updateTime: formatDateTime(time),
  changedBy,
  machine,
})
