import { type DragEvent, type HTMLAttributes, useState } from 'react'
import type { RowKey } from './types.ts'

/** Data type of a dragged row, without the row, which only this page knows. */
const DRAGGED = 'application/x-sitecraft-row'

/** A row that is being dragged to another parent. */
export interface RowDrag<Row> {
  /** The row that is dragged. */
  row: Row | null
  /** The row under the pointer if it accepts the dragged row; null otherwise. */
  over: RowKey | null
  /** Whether the dragged row may move below the target (null: to the top level). */
  accepts: (target: Row | null) => boolean
  start: (row: Row) => void
  enter: (target: Row | null) => void
  drop: (target: Row | null) => void
  end: () => void
}

interface Options<Row> {
  rowKey: (row: Row) => RowKey
  /** Whether the row may move below the target (null: to the top level). */
  takes: (row: Row, target: Row | null) => boolean
  move: (row: Row, target: Row | null) => void
}

/** Dragging rows of a TreeTable onto others with the pointer. For the keyboard the screen offers a row action. */
export function useRowDrag<Row>({ rowKey, takes, move }: Options<Row>): RowDrag<Row> {
  const [row, setRow] = useState<Row | null>(null)
  const [over, setOver] = useState<RowKey | null>(null)
  const isAccepted = (target: Row | null): boolean => row !== null && takes(row, target)
  const end = (): void => {
    setRow(null)
    setOver(null)
  }
  return {
    row,
    over,
    accepts: isAccepted,
    start: setRow,
    enter: (target) => setOver(target !== null && isAccepted(target) ? rowKey(target) : null),
    drop: (target) => {
      end()
      if (row !== null && isAccepted(target)) move(row, target)
    },
    end,
  }
}

/**
 * Handlers of an element that rows are dragged over.
 * @param rowAt the row of an event; null: the top of the tree, undefined: none
 */
export function dragHandlers<Row>(
  drag: RowDrag<Row>,
  rowAt: (target: EventTarget) => Row | null | undefined,
): HTMLAttributes<HTMLElement> {
  return {
    onDragStart: (event: DragEvent) => {
      const row = rowAt(event.target)
      if (row === undefined || row === null) return
      event.dataTransfer.setData(DRAGGED, '')
      event.dataTransfer.effectAllowed = 'move'
      const line = event.target instanceof Element ? event.target.closest('[role="row"]') : null
      if (line) event.dataTransfer.setDragImage(line, 0, 0)
      drag.start(row)
    },
    onDragOver: (event: DragEvent) => {
      const target = rowAt(event.target)
      if (target === undefined || !event.dataTransfer.types.includes(DRAGGED)) return
      drag.enter(target)
      if (drag.accepts(target)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const target = rowAt(event.target)
      if (target === undefined || !event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      drag.drop(target)
    },
    onDragEnd: drag.end,
  }
}
