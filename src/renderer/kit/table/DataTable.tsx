import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'
import { EmptyState, ErrorState } from '../feedback/States.tsx'
import { leastWidth } from './columnWidths.ts'
import { DataRow } from './DataRow.tsx'
import { SelectAll } from './SelectAll.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { ROW_HEIGHT, useTableStyles } from './tableStyles.ts'
import type { DataTableProps } from './types.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useToggle } from './useToggle.ts'

/** Longer lists draw only what is in view. */
const DRAW_ALL_UP_TO = 100

/**
 * The table of every list: loading skeleton, nothing there, failure with a way to retry, selection, arrow keys between
 * rows, Enter or double-click to open, a header that stays, and thousands of rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, read, selection } = props
  const styles = useTableStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const count = rows?.length ?? 0
  const long = count > DRAW_ALL_UP_TO
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
  const onToggle = useToggle(keys, selection)

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

  const drawn = long ? virtual.getVirtualItems().map((item) => item.index) : [...(rows ?? []).keys()]
  const before = long ? (virtual.getVirtualItems()[0]?.start ?? 0) : 0
  const after = long ? virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0) : 0
  const width = columns.length + (selection ? 1 : 0)

  return (
    <div className={styles.scroller} ref={scroller}>
      <table
        className={styles.table}
        style={{ minWidth: leastWidth(columns, selection !== undefined) }}
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-busy={!rows}
      >
        <thead>
          <tr>
            {selection && (
              <th className={`${styles.head} ${styles.check}`} scope="col">
                <SelectAll keys={keys} selection={selection} />
              </th>
            )}
            {columns.map(({ key, title, width: columnWidth, align = 'start' }) => (
              <th key={key} scope="col" className={styles.head} style={{ width: columnWidth, textAlign: align }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {!rows && <SkeletonRows columns={width} />}
          <Spacer height={before} columns={width} />
          {drawn.map((index) => {
            const row = rows?.[index]
            return row === undefined ? null : (
              <DataRow key={rowKey(row)} {...props} row={row} index={index} focus={focus} onToggle={onToggle} />
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
