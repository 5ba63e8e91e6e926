import { memo, type ReactNode } from 'react'
import { ROW_HEIGHT } from './tableStyles.ts'
import { Tick } from './Tick.tsx'
import { INDENT } from './treeStyles.ts'
import type { Tick as TickState } from './treeTicks.ts'
import type { TableColumn } from './types.ts'
import type { RowClasses } from './useRowClasses.ts'

/** Props of a row with stable values, so that it renders again only when its own change. */
interface TreeRowProps<Row> {
  row: Row
  /** The line of the row; a row with a line below 0 is hidden but stays in the DOM. */
  index: number
  name: string
  columns: readonly TableColumn<Row>[]
  level: number
  position: number
  siblings: number
  /** undefined without children. */
  open: boolean | undefined
  /** undefined: rows can't be selected. */
  tick: TickState | undefined
  current: boolean
  /** Whether the row is highlighted, for example because it was just added. */
  marked: boolean
  onTick: (row: Row) => void
  classes: RowClasses
}

const HIDDEN = { display: 'none' } as const

/** Padding of a cell, px. */
const PADDING = 12

function TreeTableRow<Row>(props: TreeRowProps<Row>) {
  const { row, index, name, level, open, tick, classes } = props
  return (
    <div
      role="row"
      className={tick === true ? classes.selected : props.marked ? classes.marked : classes.row}
      data-marked={props.marked || undefined}
      style={index < 0 ? HIDDEN : { top: index * ROW_HEIGHT }}
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
        <div role="gridcell" className={classes.check}>
          <Tick state={tick} label={`选择 ${name}`} onToggle={() => props.onTick(row)} />
        </div>
      )}
      {props.columns.map((column, at) =>
        at === 0 ? (
          <div
            key={column.key}
            role="gridcell"
            className={column.pin === 'start' ? classes.pinned : classes.tree}
            style={{ paddingInlineStart: (level - 1) * INDENT + PADDING }}
          >
            {expander(open, name, classes)}
            {content(column.render(row), classes)}
          </div>
        ) : (
          <div key={column.key} role="gridcell" className={classes[column.align ?? 'start']}>
            {content(column.render(row), classes)}
          </div>
        ),
      )}
    </div>
  )
}

/** A row of the tree table. */
export const TreeRow = memo(TreeTableRow) as typeof TreeTableRow

const expander = (open: boolean | undefined, name: string, classes: RowClasses): ReactNode =>
  open === undefined ? (
    <span className={classes.leaf} />
  ) : (
    <button
      type="button"
      tabIndex={-1}
      data-expander
      className={open ? classes.opened : classes.expander}
      aria-label={`${open ? '收起' : '展开'} ${name}`}
    />
  )

const content = (cell: ReactNode, classes: RowClasses): ReactNode =>
  typeof cell === 'string' || typeof cell === 'number' ? (
    <span className={classes.text} title={String(cell)}>
      {cell}
    </span>
  ) : (
    cell
  )
