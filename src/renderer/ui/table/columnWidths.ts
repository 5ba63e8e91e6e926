import type { TableColumn } from './types.ts'

/** Minimum width of a column that shares the free space, px; narrower tables scroll. */
const MIN_COLUMN_WIDTH = 120
/** Width of the tick column, px. */
export const CHECK_WIDTH = 44

type Widths = Pick<TableColumn<never>, 'width' | 'minWidth'>

/** Minimum width of a column, px. */
export const columnWidth = ({ width, minWidth = MIN_COLUMN_WIDTH }: Widths): number =>
  width?.endsWith('px') ? Number.parseFloat(width) : minWidth

/** Minimum width of a table, px; below it columns would cut their content. */
export const minTableWidth = (columns: readonly Widths[], selectable: boolean): number =>
  columns.reduce((sum, column) => sum + columnWidth(column), selectable ? CHECK_WIDTH : 0)
