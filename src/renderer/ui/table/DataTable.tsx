import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { EmptyState, ErrorState } from '../feedback/States.tsx'
import { usePrinting } from '../page/printing.ts'
import { minTableWidth } from './columnWidths.ts'
import { DataRow } from './DataRow.tsx'
import { printableColumns } from './printableColumns.ts'
import { pinVars, usePinHeadStyles } from './pinStyles.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { ROW_HEIGHT, useDataClasses, useTableStyles } from './tableStyles.ts'
import type { DataTableProps, RowKey, Selection, TableColumn } from './types.ts'
import { useStableFocus } from './useStableFocus.ts'
import { useLatest } from './useLatest.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useToggle } from './useToggle.ts'
import { mergeClasses } from '@fluentui/react-components'
import { SelectAll } from './SelectAll.tsx'

/**
 * Sets `data-before` and `data-after` on a table's scroll box while there is more to scroll to on that side.
 * @returns a function that stops it
 */
function markScrollEdges(box: HTMLElement): () => void {
  const mark = (): void => {
    const { scrollLeft, clientWidth, scrollWidth } = box
    box.toggleAttribute('data-before', scrollLeft > 0)
    box.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1)
  }
  const sizes = new ResizeObserver(mark)
  for (const each of [box, ...box.children]) sizes.observe(each)
  box.addEventListener('scroll', mark, { passive: true })
  mark()
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', mark)
  }
}

interface Props<Row> {
  columns: readonly TableColumn<Row>[]
  /** Keys of the shown rows. */
  keys: readonly RowKey[]
  selection: Selection | undefined
  /** Whether some columns are pinned. */
  pinned: boolean
}

/** The header row, which stays while the rows scroll. */
function DataHead<Row>({ columns, keys, selection, pinned }: Props<Row>) {
  const styles = useTableStyles()
  const pins = usePinHeadStyles()
  return (
    <thead>
      <tr>
        {selection && (
          <th className={mergeClasses(styles.head, styles.check, pinned && pins.ticks)} scope="col">
            <SelectAll keys={keys} selection={selection} />
          </th>
        )}
        {columns.map(({ key, title, width, align = 'start', pin }) => (
          <th
            key={key}
            scope="col"
            className={mergeClasses(styles.head, pin && pins[pin])}
            style={{ width, textAlign: align }}
            title={title}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Longer lists render only their visible rows. */
const MAX_UNVIRTUALIZED = 100

/**
 * The table of every list: skeleton while loading, empty and error states, selection, arrow keys between rows, Enter or
 * double-click to open, sticky header, thousands of rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowKey, rowLabel, read } = props
  const printing = usePrinting()
  const columns = printing ? printableColumns(props.columns) : props.columns
  const selection = printing ? undefined : props.selection
  const styles = useTableStyles()
  const classes = useDataClasses()
  const scroller = useRef<HTMLDivElement>(null)
  const pins = pinVars(columns, selection !== undefined)
  const pinned = pins !== null
  const attach = useCallback(
    (box: HTMLDivElement) => {
      scroller.current = box
      const stop = pinned ? markScrollEdges(box) : undefined
      return () => {
        stop?.()
        scroller.current = null
      }
    },
    [pinned],
  )
  const body = useRef<HTMLTableSectionElement>(null)
  const count = rows?.length ?? 0
  const long = count > MAX_UNVIRTUALIZED && !printing
  const virtual = useVirtualizer({
    count: long ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollPaddingStart: 40,
    overscan: 12,
  })
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  const focus = useRowFocus(body, count, scrollTo)
  const keys = (rows ?? []).map(rowKey)
  const onFocused = useStableFocus(keys, focus.go)
  const onFocus = useLatest((index: number) => {
    focus.setCurrent(index)
    onFocused(index)
  })
  const onToggle = useLatest(useToggle(keys, selection))
  const onOpen = useLatest((row: Row) => props.onOpen?.(row))
  const onKey = useLatest((row: Row, index: number, event: KeyboardEvent) => {
    if (focus.move(event, index)) return
    if (event.key === 'Enter' && props.onOpen) {
      // Otherwise the same key would press what has the focus after opening, such as a dialog's close button.
      event.preventDefault()
      props.onOpen(row)
    } else props.onRowKey?.(row, event)
  })

  if (!rows && read?.error) {
    return (
      <div className={styles.scroller}>
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      </div>
    )
  }
  if (rows?.length === 0) {
    return <div className={styles.scroller}>{props.empty ?? <EmptyState title="暂无数据" />}</div>
  }

  const visibleRows = long ? virtual.getVirtualItems().map((item) => item.index) : [...(rows ?? []).keys()]
  const before = long ? (virtual.getVirtualItems()[0]?.start ?? 0) : 0
  const after = long ? virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0) : 0
  const width = columns.length + (selection ? 1 : 0)

  return (
    <div className={styles.scroller} ref={attach}>
      <table
        className={styles.table}
        style={{ minWidth: minTableWidth(columns, selection !== undefined), ...pins }}
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-busy={!rows}
      >
        <DataHead {...{ columns, keys, selection, pinned }} />
        <tbody ref={body}>
          {!rows && <SkeletonRows columns={width} />}
          <Spacer height={before} columns={width} />
          {visibleRows.map((index) => {
            const row = rows?.[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <DataRow
                key={key}
                {...{ row, index, columns, classes, pinned, onFocus, onToggle, onKey, onOpen }}
                rowId={key}
                name={rowLabel?.(row) ?? String(key)}
                selected={selection?.keys.has(key)}
                current={index === focus.current}
              />
            )
          })}
          <Spacer height={after} columns={width} />
        </tbody>
      </table>
    </div>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  const styles = useTableStyles()
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td className={styles.spacer} colSpan={columns} style={{ height }} />
    </tr>
  )
}
