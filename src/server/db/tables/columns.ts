import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'

/** Deleted columns, whole, until they are restored or expire. */
export interface ColumnBinTable {
  id: Generated<number>
  siteId: number
  /** Of the top column. */
  title: string
  /** Rows in `columns`. */
  total: number
  /** Rows of site_column, the top one first. */
  columns: Json
  /** Rows of role_grant. */
  grants: Json
  username: string
  createTime: Millis
  expireTime: Millis
}
/** The catalogue of fields that columns choose from. */
export interface FieldCommonTable {
  id: Generated<number>
  groupTitle: string
  fieldName: string
  fieldAlias: string
  fieldType: string
  /** What differs from a plain field, as part of a MenuField. */
  extra: Json
  isStatus: Flag
  sort: number
}

export interface ColumnTables {
  column_bin: ColumnBinTable
  field_common: FieldCommonTable
}
