import type { Command } from '@tiptap/core'
import { isInTable, selectedRect } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** px: of one step, the least that a column has, and of a column that is not drawn. */
const STEP = 20
const LEAST = 40
const UNSEEN = 120

/** What one column becomes, from what it is; 0: as wide as the page makes it. */
type Change = (width: number) => number

/** px of one of the columns that a cell spans, as it is drawn. */
function drawnWidth(view: EditorView, cell: number, span: number): number {
  const element = view.nodeDOM(cell)
  const width = element instanceof HTMLElement ? element.getBoundingClientRect().width / span : 0
  return Math.round(width) || UNSEEN
}

/** Other widths for the columns of the selection; told what each has. */
const resized =
  (change: Change): Command =>
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
        width ??= change(widths[at] || drawnWidth(view, tableStart + position, span))
        const next = widths.with(at, width)
        tr.setNodeAttribute(tableStart + position, 'colwidth', next.some((each) => each > 0) ? next : null)
      }
    }
    return true
  }

/** Widens a table column by keyboard, as dragging its border does. */
export const widenColumns: Command = resized((width) => width + STEP)
export const narrowColumns: Command = resized((width) => Math.max(LEAST, width - STEP))
/** Removes the column's width, so that the page chooses it. */
export const freeColumns: Command = resized(() => 0)
