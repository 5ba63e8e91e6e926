import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Who saved a record last, and when. */
export interface LastSaved {
  version: number
  updatedBy: string
  updateTime: number
}

/**
 * AppError `conflict` for a save based on an older version; its fact lets the caller show and overwrite the newer one.
 * @param record name of the record in the message
 */
export function conflictError(record: string, { version, updatedBy, updateTime }: LastSaved): AppError {
  const changedAt = updateTime === 0 ? '' : formatDateTime(updateTime)
  const who = updatedBy ? `被 ${updatedBy} 于 ${changedAt} ` : '被'
  return new AppError('conflict', `${record}已${who}修改，请查看最新内容后再保存`, {
    details: { fact: { kind: 'changed', version, changedBy: updatedBy, changedAt } },
  })
}
