import { memo, type KeyboardEvent, type ReactNode } from 'react'
import { isControl } from './controls.ts'
import type { DataClasses } from './tableStyles.ts'
import { Tick } from './Tick.tsx'
import type { RowKey, TableColumn } from './types.ts'

/** All that a row shows and does, in values that stay equal: a row is drawn again only when its own have changed. */
interface Props<Row> {
  row: Row
  rowId: RowKey
  index: number
  /** What it is called. */
  name: string
  columns: readonly TableColumn<Row>[]
  /** Do some of the columns stay in sight? */
  pinned: boolean
  /** undefined: rows can't be selected. */
  selected: boolean | undefined
  /** Can it be reached with Tab? */
  current: boolean
  /** shift: together with all rows since the one before. */
  onToggle: (key: RowKey, shift: boolean) => void
  onFocus: (index: number) => void
  /** Keys on the row itself, but those that select it. */
  onKey: (row: Row, index: number, event: KeyboardEvent) => void
  onOpen: (row: Row) => void
  look: DataClasses
}

function DrawnRow<Row>(props: Props<Row>) {
  const { row, rowId, index, pinned, selected, look, onToggle } = props
  const free = pinned ? look.cells.passing : look.cells.plain
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
      className={selected ? look.selected : look.row}
      data-row={index}
      aria-rowindex={index + 2}
      tabIndex={props.current ? 0 : -1}
      onFocus={() => props.onFocus(index)}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => !isControl(event.target) && props.onOpen(row)}
    >
      {selected !== undefined && (
        <td className={pinned ? look.pinnedCheck : look.check}>
          <Tick
            state={selected}
            label={`选择 ${props.name}`}
            onToggle={({ nativeEvent }) => onToggle(rowId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {props.columns.map((column) => {
        const content = column.render(row)
        const cell = column.pin ? look.cells[column.pin] : free
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
export const DataRow = memo(DrawnRow) as typeof DrawnRow
