import { flag, id, int, json, table, text, unique } from '#server/db/table.ts'

import { COMMON_FIELDS } from '#shared/domain/commonFields.ts'

export const fieldCommonTables = {
  /** The catalogue of fields that columns choose from. */
  field_common: table({
    columns: {
      id: id(),
      groupTitle: text(),
      fieldName: text(),
      fieldAlias: text(),
      fieldType: text(),
      /** Differences from a plain field, as part of a MenuField. */
      extra: json(),
      isStatus: flag(),
      sort: int(),
    },
    indexes: {
      field_common_fieldName: unique('fieldName'),
    },
    initialRows: COMMON_FIELDS,
  }),
}
