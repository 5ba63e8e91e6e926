import type { TableColumn } from './types.ts'

/** A column that shares what is left gets no narrower than this, px; the table scrolls instead. */
const NARROWEST = 120
const CHECK = 44

/** The least width of a table, px: below it, columns would cut their content away. */
export function leastWidth(columns: readonly Pick<TableColumn<never>, 'width'>[], selectable: boolean): number {
  const widths = columns.map(({ width }) => (width?.endsWith('px') ? Number.parseFloat(width) : NARROWEST))
  return widths.reduce((sum, width) => sum + width, selectable ? CHECK : 0)
}
