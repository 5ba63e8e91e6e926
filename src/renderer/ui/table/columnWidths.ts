import type { TableColumn } from './types.ts'

/** A column that shares what is left gets no narrower than this, px; the table scrolls instead. */
const NARROWEST = 120
/** Width of the tick column, px. */
export const CHECK_WIDTH = 44

type Widths = Pick<TableColumn<never>, 'width' | 'least'>

/** Minimum width of a column, px. */
export const columnWidth = ({ width, least = NARROWEST }: Widths): number =>
  width?.endsWith('px') ? Number.parseFloat(width) : least

/** Minimum width of a table, px; below it columns would cut their content. */
export const leastWidth = (columns: readonly Widths[], selectable: boolean): number =>
  columns.reduce((sum, column) => sum + columnWidth(column), selectable ? CHECK_WIDTH : 0)
