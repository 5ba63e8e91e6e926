import type { Column } from '#shared/contract/column.ts'
import type { ColumnAction } from '#shared/domain/columnAccess.ts'

/** What can be done with one column of the list. */
export interface ColumnActions {
  /** Why the person may not do it; null when they may. */
  refusal: (column: Column, action: ColumnAction) => string | null
  addBelow: (column: Column) => void
  edit: (column: Column) => void
  remove: (column: Column) => void
  /** The dialog of the attribute switches. */
  switches: (column: Column) => void
  copy: (column: Column) => void
  fields: (column: Column) => void
  sort: (column: Column, sort: number) => Promise<unknown>
  /** One of the two switches in the row. */
  turn: (column: Column, name: 'showFront' | 'isAddArticle', value: boolean) => Promise<unknown>
}
