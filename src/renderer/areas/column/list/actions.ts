import type { Column } from '#shared/contract/column.ts'
import type { ColumnAction } from '#shared/domain/columnAccess.ts'

/** Actions on one column of the list. */
export interface ColumnActions {
  /** Why the account may not run the action; null when it may. */
  refusal: (column: Column, action: ColumnAction) => string | null
  addBelow: (column: Column) => void
  edit: (column: Column) => void
  remove: (column: Column) => void
  /** Opens the dialog of the attribute switches. */
  switches: (column: Column) => void
  copy: (column: Column) => void
  fields: (column: Column) => void
  sort: (column: Column, sort: number) => Promise<unknown>
  /** Saves one of the two switches in the row. */
  toggleSwitch: (column: Column, name: 'showFront' | 'isAddArticle', value: boolean) => Promise<unknown>
}
