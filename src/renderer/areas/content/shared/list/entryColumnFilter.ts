import type { Column } from '#shared/contract/column.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'

/** Whether the account may add entries to the column. Only list columns qualify. */
export const createEntryColumnFilter =
  (who: Authority) =>
  (column: Column): boolean =>
    column.menuType === COLUMN_TYPE.list && contentRefusal(who, column, 'add') === null
