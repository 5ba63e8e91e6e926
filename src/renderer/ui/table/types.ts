import type { KeyboardEvent, ReactNode } from 'react'

export type RowKey = string | number

export interface TableColumn<Row> {
  key: string
  title: string
  /** CSS width; columns without one share the free space. */
  width?: string
  /** Minimum of a width in percent, px. */
  minWidth?: number
  align?: 'start' | 'center' | 'end'
  /**
   * Pinned after the ticks or at the end while a DataTable scrolls sideways; at most one column each. In a TreeTable
   * without ticks only the first column.
   */
  pin?: 'start' | 'end'
  /** A plain text is cut with an ellipsis and shown in full as its title. */
  render: (row: Row) => ReactNode
}

/** The part of a read that a table shows; a useRead result fits. */
export interface TableRead {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

export interface Selection {
  keys: ReadonlySet<RowKey>
  onChange: (keys: ReadonlySet<RowKey>) => void
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** undefined while nothing has been loaded. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => RowKey
  /** Returns the name of a row, for its controls. */
  rowLabel?: (row: Row) => string
  read?: TableRead
  /** Shown when there are no rows. */
  empty?: ReactNode
  selection?: Selection
  /** Double-click or Enter. */
  onOpen?: (row: Row) => void
  /** Other keys on a focused row (Delete, F2, …). */
  onRowKey?: (row: Row, event: KeyboardEvent) => void
}
