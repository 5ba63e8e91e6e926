import { mergeClasses } from '@fluentui/react-components'
import { useState } from 'react'
import { useTableStyles } from './tableStyles.ts'
import { useTreeStyles } from './treeStyles.ts'

/** Class names of a row and its parts, computed once per table: per row that would cost more than the row itself. */
export interface RowClasses {
  row: string
  selected: string
  /** A row that was just added. */
  marked: string
  check: string
  /** The first cell, with indent and expander. */
  tree: string
  /** The same, pinned while the table scrolls sideways. */
  pinned: string
  start: string
  center: string
  end: string
  expander: string
  opened: string
  leaf: string
  text: string
}

/** The class names; the same object for the lifetime of a table. */
export function useRowClasses(): RowClasses {
  const table = useTableStyles()
  const tree = useTreeStyles()
  const [look] = useState<RowClasses>(() => {
    const row = mergeClasses(table.row, tree.row)
    const cell = (more: string): string => mergeClasses(tree.cell, more)
    return {
      row,
      selected: mergeClasses(row, table.selected),
      marked: mergeClasses(row, tree.marked),
      check: cell(tree.check),
      tree: cell(tree.tree),
      pinned: mergeClasses(tree.cell, tree.tree, tree.pinned),
      start: cell(tree.start),
      center: cell(tree.center),
      end: cell(tree.end),
      expander: tree.expander,
      opened: mergeClasses(tree.expander, tree.open),
      leaf: tree.leaf,
      text: tree.text,
    }
  })
  return look
}
