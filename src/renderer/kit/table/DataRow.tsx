import { Checkbox, mergeClasses } from '@fluentui/react-components'
import type { KeyboardEvent } from 'react'
import { isControl } from './controls.ts'
import { useTableStyles } from './tableStyles.ts'
import type { DataTableProps, RowKey } from './types.ts'
import type { useRowFocus } from './useRowFocus.ts'

interface Props<Row> extends DataTableProps<Row> {
  row: Row
  index: number
  focus: ReturnType<typeof useRowFocus>
  /** shift: together with all rows since the one before. */
  onToggle: (key: RowKey, shift: boolean) => void
}

/** One row: cells, selection, keys. */
export function DataRow<Row>({
  row,
  index,
  focus,
  columns,
  rowKey,
  rowLabel,
  selection,
  onOpen,
  onRowKey,
  onToggle,
}: Props<Row>) {
  const styles = useTableStyles()
  const key = rowKey(row)
  const selected = selection?.keys.has(key) ?? false

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of a button inside the row are the button's own.
    if (event.target !== event.currentTarget) return
    if (focus.move(event, index)) return
    if (event.key === 'Enter' && onOpen) {
      // Else the key goes on to press what has the focus after opening, such as a dialog's close button.
      event.preventDefault()
      onOpen(row)
    } else if (event.key === ' ' && selection) {
      event.preventDefault()
      onToggle(key, event.shiftKey)
    } else onRowKey?.(row, event)
  }

  return (
    <tr
      className={mergeClasses(styles.row, selected && styles.selected)}
      data-row={index}
      aria-rowindex={index + 2}
      tabIndex={index === focus.current ? 0 : -1}
      onFocus={() => focus.setCurrent(index)}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => !isControl(event.target) && onOpen?.(row)}
    >
      {selection && (
        <td className={mergeClasses(styles.cell, styles.check)}>
          <Checkbox
            aria-label={`选择 ${rowLabel?.(row) ?? String(key)}`}
            checked={selected}
            onChange={({ nativeEvent }) => onToggle(key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => {
        const content = column.render(row)
        const plain = typeof content === 'string' || typeof content === 'number'
        return (
          <td
            key={column.key}
            className={mergeClasses(
              styles.cell,
              column.align === 'center' && styles.center,
              column.align === 'end' && styles.end,
            )}
            title={plain ? String(content) : undefined}
          >
            {content}
          </td>
        )
      })}
    </tr>
  )
}
