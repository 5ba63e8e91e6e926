import type { RowOf } from '#server/db/schema.ts'
import type { SensitiveWord } from '#shared/contract/sensitive.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type SensitiveRow = RowOf<'sensitive_word'>

/** A word for a response (B·§3). */
export const presentWord = ({
  id,
  sensitiveWord,
  propWord,
  classId,
  version,
  ...row
}: SensitiveRow): SensitiveWord => ({
  id,
  sensitiveWord,
  propWord,
  classId,
  createTime: formatDateTime(row.createTime),
  version,
  changedBy: row.updatedBy,
  changedAt: formatDateTime(row.updateTime),
})
