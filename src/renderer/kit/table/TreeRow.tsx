import { mergeClasses } from '@fluentui/react-components'
import { memo, type ReactNode } from 'react'
import { ROW_HEIGHT, useTableStyles } from './tableStyles.ts'
import { Tick } from './Tick.tsx'
import { INDENT, useTreeStyles } from './treeStyles.ts'
import type { Tick as TickState } from './treeTicks.ts'
import type { TableColumn } from './types.ts'

/** All that a row shows, in values that stay equal: a row is drawn again only when its own have changed. */
export interface TreeRowProps<Row> {
  row: Row
  index: number
  name: string
  columns: readonly TableColumn<Row>[]
  level: number
  position: number
  siblings: number
  /** undefined: nothing below it. */
  open: boolean | undefined
  /** undefined: rows can't be selected. */
  tick: TickState | undefined
  current: boolean
  onTick: (row: Row) => void
}

function DrawnRow<Row>(props: TreeRowProps<Row>) {
  const table = useTableStyles()
  const styles = useTreeStyles()
  const { row, index, name, level, open, tick } = props
  return (
    <div
      role="row"
      className={mergeClasses(table.row, styles.row, tick === true && table.selected)}
      style={{ top: index * ROW_HEIGHT }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-expanded={open}
      aria-selected={tick === undefined ? undefined : tick === true}
      tabIndex={props.current ? 0 : -1}
    >
      {tick !== undefined && (
        <div role="gridcell" className={mergeClasses(styles.cell, styles.check)}>
          <Tick state={tick} label={`选择 ${name}`} onToggle={() => props.onTick(row)} />
        </div>
      )}
      {props.columns.map((column, at) => (
        <div
          key={column.key}
          role="gridcell"
          className={mergeClasses(styles.cell, at === 0 ? styles.tree : styles[column.align ?? 'start'])}
        >
          {at === 0 && <span style={{ flex: 'none', width: (level - 1) * INDENT }} />}
          {at === 0 && <Expander open={open} name={name} />}
          <Content>{column.render(row)}</Content>
        </div>
      ))}
    </div>
  )
}

/** A row of the tree table. */
export const TreeRow = memo(DrawnRow) as typeof DrawnRow

function Expander({ open, name }: { open: boolean | undefined; name: string }) {
  const styles = useTreeStyles()
  if (open === undefined) return <span className={styles.leaf} />
  return (
    <button
      type="button"
      tabIndex={-1}
      data-expander
      className={mergeClasses(styles.expander, open && styles.open)}
      aria-label={`${open ? '收起' : '展开'} ${name}`}
    />
  )
}

function Content({ children }: { children: ReactNode }) {
  const styles = useTreeStyles()
  if (typeof children !== 'string' && typeof children !== 'number') return children
  return (
    <span className={styles.text} title={String(children)}>
      {children}
    </span>
  )
}
