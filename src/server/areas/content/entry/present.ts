import type { ContentEntry } from '#shared/contract/content.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { unpackPromotions } from '#shared/domain/promotions.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { type Entry, type EntryRow, RETENTION_MS, readValues, type Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'

/** An entry with all its fields, for a response. */
export const presentEntry = (column: ContentColumn, { row, values }: Entry): ContentEntry =>
  presentFields(column, row, values, column.fields)

/** An entry of a list: list fields only. @param excerpts of its rich texts */
export const presentRow = (column: ContentColumn, row: EntryRow, excerpts: Values = {}): ContentEntry =>
  presentFields(column, row, { ...readValues(row.fields), ...excerpts }, listFields(column))

const listFields = ({ fields }: ContentColumn): MenuField[] =>
  fields.filter(({ fieldName, isList }) => isList || fieldName === 'title')

function presentFields(
  column: ContentColumn,
  row: EntryRow,
  values: Values,
  fields: readonly MenuField[],
): ContentEntry {
  const shown: Record<string, string> = {}
  for (const { fieldName } of fields) shown[fieldName] = values[fieldName] ?? ''
  return {
    ...shown,
    id: row.id,
    classId: row.classId,
    menuCode: column.code,
    className: column.title,
    siteId: row.siteId,
    channel: 'pc',
    xgid: row.xgid,
    labelIds: findLabelIds(column, values),
    isStatus: row.isStatus === 1,
    pass: row.pass === 1,
    approveInstanceId: row.approveInstanceId,
    approveResult: row.approveResult,
    sort: row.sort,
    hits: row.hits,
    createTime: formatDateTime(row.createTime),
    createBy: row.createBy,
    version: row.version,
    changedBy: row.updatedBy,
    changedAt: formatDateTime(row.updateTime),
    ...unpackPromotions(row.promotions),
    ...(row.isRecycled === 1 && {
      recycleTime: formatDateTime(row.recycleTime),
      expireTime: formatDateTime(row.recycleTime + RETENTION_MS),
    }),
  }
}

function findLabelIds({ fields }: ContentColumn, values: Values): number[] {
  const labels = fields.filter(({ fieldType }) => fieldType === 'RelationLabel')
  const ids = labels.flatMap(({ fieldName }) => (values[fieldName] ?? '').split(',').map(Number))
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))]
}
