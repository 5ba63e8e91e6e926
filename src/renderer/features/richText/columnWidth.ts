import type { Command } from '@tiptap/core'
import { isInTable, selectedRect } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** One step of a width, the minimum of a column, and the width of a column that is not rendered. */
const STEP_PX = 20
const MIN_WIDTH_PX = 40
const DEFAULT_WIDTH_PX = 120

/** Maps the width of a column in px to its new width; 0: the page chooses it. */
type ChangeWidth = (width: number) => number

/** The rendered width, in px, of one of the columns that a cell spans. */
function measureWidth(view: EditorView, cell: number, span: number): number {
  const element = view.nodeDOM(cell)
  const width = element instanceof HTMLElement ? element.getBoundingClientRect().width / span : 0
  return Math.round(width) || DEFAULT_WIDTH_PX
}

/** A command that changes the widths of the selected columns. */
const createResizeCommand =
  (change: ChangeWidth): Command =>
  ({ tr, state, view }) => {
    if (!isInTable(state)) return false
    const { map, tableStart, left, right } = selectedRect(state)
    for (let column = left; column < right; column += 1) {
      const cells = [...new Set(Array.from({ length: map.height }, (_none, row) => map.map[row * map.width + column]))]
      let width: number | undefined
      for (const position of cells) {
        const cell = position === undefined ? null : tr.doc.nodeAt(tableStart + position)
        if (position === undefined || !cell) continue
        const span = Number(cell.attrs.colspan)
        const colwidth: unknown = cell.attrs.colwidth
        const widths = Array.isArray(colwidth) ? colwidth.map(Number) : Array.from({ length: span }, () => 0)
        const at = column - map.colCount(position)
        width ??= change(widths[at] || measureWidth(view, tableStart + position, span))
        const next = widths.with(at, width)
        tr.setNodeAttribute(tableStart + position, 'colwidth', next.some((each) => each > 0) ? next : null)
      }
    }
    return true
  }

/** Widens a table column by keyboard, as dragging its border does. */
export const widenColumns: Command = createResizeCommand((width) => width + STEP_PX)
export const narrowColumns: Command = createResizeCommand((width) => Math.max(MIN_WIDTH_PX, width - STEP_PX))
/** Removes the column's width, so that the page chooses it. */
export const resetColumnWidths: Command = createResizeCommand(() => 0)
