import { Skeleton, SkeletonItem } from '@fluentui/react-components'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EmptyState, ErrorState } from '#renderer/ui/feedback/States.tsx'
import { stepFrom } from '#renderer/ui/focus/gridKeys.ts'
import { SelectAll } from '#renderer/ui/table/SelectAll.tsx'
import { useTableStyles } from '#renderer/ui/table/tableStyles.ts'
import type { DataTableProps } from '#renderer/ui/table/types.ts'
import { useStableFocus } from '#renderer/ui/table/useStableFocus.ts'
import { useToggle } from '#renderer/ui/table/useToggle.ts'
import { useRowWindow } from '#renderer/ui/table/useRowWindow.ts'
import { Card } from './Card.tsx'
import { CARD_HEIGHT, GAP, MIN_CARD_WIDTH, useGridStyles } from './gridStyles.ts'

interface Props<Row> extends DataTableProps<Row> {
  /** Content of a row's card. */
  children: (row: Row) => ReactNode
}

const positionOf = (index: number, columns: number): CSSProperties => ({
  gridRow: Math.floor(index / columns) + 1,
  gridColumn: (index % columns) + 1,
})

/**
 * Rows as cards, with the same states, selection and keys as the table. Tab reaches one card, arrow keys move between the
 * cards. Large pages render only the cards in view.
 */
export function Grid<Row>(props: Props<Row>) {
  const { label, rows, rowKey, rowLabel, read, selection, empty, onOpen, onRowKey, children } = props
  const styles = useGridStyles()
  const table = useTableStyles()
  const grid = useRef<HTMLDivElement>(null)
  const keys = (rows ?? []).map(rowKey)
  const toggle = useToggle(keys, selection)
  const [focusKey, setFocusKey] = useState(keys[0])
  const reachable = focusKey === undefined ? 0 : Math.max(keys.indexOf(focusKey), 0)
  const { scroller, columns, drawn } = useCardWindow(keys.length, reachable)
  const go = (index: number): void => {
    // The card is rendered first, even when it is out of view; the focus then scrolls to it.
    flushSync(() => setFocusKey(keys[index]))
    grid.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 1}"]`)?.focus()
  }
  const onFocused = useStableFocus(keys, go)

  if (!rows && read?.error)
    return (
      <div className={table.scroller}>
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      </div>
    )
  if (rows?.length === 0) return <div className={table.scroller}>{empty ?? <EmptyState title="暂无数据" />}</div>

  const onKey = (row: Row, index: number, event: KeyboardEvent): void => {
    const to = stepFrom(event.key, index, keys.length, columns)
    if (to !== undefined) go(to)
    else if (event.key === ' ' && selection) toggle(rowKey(row), event.shiftKey)
    else if (event.key === 'Enter' && onOpen) onOpen(row)
    else {
      onRowKey?.(row, event)
      return
    }
    event.preventDefault()
  }
  return (
    <div className={table.scroller} ref={scroller}>
      {selection && (
        <div className={styles.all}>
          <SelectAll keys={keys} selection={selection} text="全选本页" />
        </div>
      )}
      <div
        ref={grid}
        className={styles.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        role="grid"
        aria-label={label}
        aria-rowcount={rows ? keys.length : undefined}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={!rows}
      >
        {!rows && <LoadingCards />}
        {drawn.map((index) => {
          const row = rows?.[index]
          if (row === undefined) return null
          const key = rowKey(row)
          return (
            <Card
              key={key}
              name={rowLabel?.(row) ?? String(key)}
              index={index}
              style={positionOf(index, columns)}
              selected={selection?.keys.has(key) ?? false}
              reachable={index === reachable}
              onFocus={() => {
                setFocusKey(key)
                onFocused(index)
              }}
              onKey={(event) => onKey(row, index, event)}
              onToggle={(shift) => toggle(key, shift)}
              onOpen={() => onOpen?.(row)}
            >
              {children(row)}
            </Card>
          )
        })}
      </div>
    </div>
  )
}

function LoadingCards() {
  const styles = useGridStyles()
  return Array.from({ length: 10 }, (_card, at) => (
    <div key={at} role="row">
      <div role="gridcell">
        <Skeleton aria-label="正在加载">
          <SkeletonItem className={styles.waiting} />
        </Skeleton>
      </div>
    </div>
  ))
}

/** Number of cards up to which all of them are rendered. */
const MAX_UNVIRTUALIZED = 200
const NO_HEADER_HEIGHT = 0

/** Number of cards that fit side by side into a box. */
const countColumns = (box: HTMLElement): number =>
  Math.max(1, Math.floor((box.clientWidth - GAP) / (MIN_CARD_WIDTH + GAP)))

/**
 * The cards to render: those in view, and always the card that Tab reaches, which may have the focus.
 */
function useCardWindow(count: number, reachable: number) {
  const [columns, setColumns] = useState(1)
  const { scroller, range } = useRowWindow(Math.ceil(count / columns), undefined, NO_HEADER_HEIGHT, CARD_HEIGHT + GAP)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const measure = (): void => {
      // A hidden page tab has width 0.
      if (box.clientWidth > 0) setColumns(countColumns(box))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, count])

  const long = count > MAX_UNVIRTUALIZED
  const from = long ? Math.min(range.from * columns, count) : 0
  const to = long ? Math.min(range.to * columns, count) : count
  const inView = Array.from({ length: to - from }, (_none, step) => from + step)
  const before = reachable < from ? [reachable] : []
  const after = reachable >= to && reachable < count ? [reachable] : []
  return { scroller, columns, drawn: [...before, ...inView, ...after] }
}
