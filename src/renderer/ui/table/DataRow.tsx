import { memo, type KeyboardEvent, type ReactNode } from 'react'
import { isControl } from './controls.ts'
import type { DataClasses } from './tableStyles.ts'
import { Tick } from './Tick.tsx'
import type { RowKey, TableColumn } from './types.ts'

/** Props of a row with stable values, so that a row renders again only after its own change. */
interface Props<Row> {
  row: Row
  rowId: RowKey
  index: number
  /** Name of the row. */
  name: string
  columns: readonly TableColumn<Row>[]
  /** Whether some columns are pinned. */
  pinned: boolean
  /** undefined: rows can't be selected. */
  selected: boolean | undefined
  /** Whether the row is the tab stop. */
  current: boolean
  /** shift: also toggles all rows since the last toggled one. */
  onToggle: (key: RowKey, shift: boolean) => void
  onFocus: (index: number) => void
  /** Keys on the row itself, except those that select it. */
  onKey: (row: Row, index: number, event: KeyboardEvent) => void
  onOpen: (row: Row) => void
  classes: DataClasses
}

function TableRow<Row>(props: Props<Row>) {
  const { row, rowId, index, pinned, selected, classes, onToggle } = props
  const free = pinned ? classes.cells.passing : classes.cells.plain
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of a button inside the row are the button's own.
    if (event.target !== event.currentTarget) return
    if (event.key === ' ' && selected !== undefined) {
      event.preventDefault()
      onToggle(rowId, event.shiftKey)
    } else props.onKey(row, index, event)
  }
  return (
    <tr
      className={selected ? classes.selected : classes.row}
      data-row={index}
      aria-rowindex={index + 2}
      tabIndex={props.current ? 0 : -1}
      onFocus={() => props.onFocus(index)}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => !isControl(event.target) && props.onOpen(row)}
    >
      {selected !== undefined && (
        <td className={pinned ? classes.pinnedCheck : classes.check}>
          <Tick
            state={selected}
            label={`选择 ${props.name}`}
            onToggle={({ nativeEvent }) => onToggle(rowId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {props.columns.map((column) => {
        const content = column.render(row)
        const cell = column.pin ? classes.cells[column.pin] : free
        return (
          <td key={column.key} className={cell[column.align ?? 'start']} title={titleOf(content)}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

const titleOf = (content: ReactNode): string | undefined =>
  typeof content === 'string' || typeof content === 'number' ? String(content) : undefined

/** One row of a table: cells, selection, keys. */
export const DataRow = memo(TableRow) as typeof TableRow
