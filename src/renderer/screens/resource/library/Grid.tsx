import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { EmptyState, ErrorState } from '#renderer/kit/feedback/States.tsx'
import { nextPlace } from '#renderer/kit/gridKeys.ts'
import { SelectAll } from '#renderer/kit/table/SelectAll.tsx'
import { useTableStyles } from '#renderer/kit/table/tableStyles.ts'
import type { DataTableProps } from '#renderer/kit/table/types.ts'
import { useToggle } from '#renderer/kit/table/useToggle.ts'
import { Card } from './Card.tsx'

const useStyles = makeStyles({
  all: { paddingInline: tokens.spacingHorizontalS },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(184px, 1fr))',
    gap: tokens.spacingHorizontalM,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingHorizontalM}`,
  },
  waiting: { height: '212px' },
})

interface Props<Row> extends DataTableProps<Row> {
  /** Inside of a row's card. */
  children: (row: Row) => ReactNode
}

/** Rows as cards: the same states, selection and keys as the table. One card is a stop for Tab, the arrows go to others. */
export function Grid<Row>({
  label,
  rows,
  rowKey,
  rowLabel,
  read,
  selection,
  empty,
  onOpen,
  onRowKey,
  children,
}: Props<Row>) {
  const styles = useStyles()
  const table = useTableStyles()
  const keys = (rows ?? []).map(rowKey)
  const toggle = useToggle(keys, selection)
  const [stop, setStop] = useState(keys[0])
  const reachable = stop !== undefined && keys.includes(stop) ? stop : keys[0]

  if (!rows && read?.error)
    return (
      <div className={table.scroller}>
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      </div>
    )
  if (rows?.length === 0) return <div className={table.scroller}>{empty ?? <EmptyState title="暂无数据" />}</div>

  const onKey = (row: Row, event: KeyboardEvent<HTMLElement>): void => {
    const cards = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=row]') ?? [])]
    const to = nextPlace(event, cards)
    if (to !== undefined) cards[to]?.focus()
    else if (event.key === ' ' && selection) toggle(rowKey(row), event.shiftKey)
    else if (event.key === 'Enter' && onOpen) onOpen(row)
    else {
      onRowKey?.(row, event)
      return
    }
    event.preventDefault()
  }
  return (
    <div className={table.scroller}>
      {selection && (
        <div className={styles.all}>
          <SelectAll keys={keys} selection={selection} text="全选本页" />
        </div>
      )}
      <div className={styles.grid} role="grid" aria-label={label} aria-busy={!rows}>
        {!rows && <Waiting />}
        {rows?.map((row) => {
          const key = rowKey(row)
          return (
            <Card
              key={key}
              name={rowLabel?.(row) ?? String(key)}
              selected={selection?.keys.has(key) ?? false}
              reachable={key === reachable}
              onFocus={() => setStop(key)}
              onKey={(event) => onKey(row, event)}
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

function Waiting() {
  const styles = useStyles()
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
