import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { EmptyState, ErrorState } from '../feedback/States.tsx'
import { usePrinting } from '../page/printing.ts'
import { isControl } from './controls.ts'
import { printableColumns } from './printableColumns.ts'
import { dragHandlers, type RowDrag } from './useRowDrag.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { ROW_HEIGHT, useTableStyles } from './tableStyles.ts'
import { treeKey } from './treeKeys.ts'
import { TreeRow } from './TreeRow.tsx'
import { listTree, shownNodes, type TreeIndex, type TreeNode } from './treeRows.ts'
import { useTreeStyles } from './treeStyles.ts'
import { allKeys, type Tick as TickState, tickStates, toggleTick } from './treeTicks.ts'
import type { DataTableProps, RowKey, TableColumn } from './types.ts'
import { useLatest } from './useLatest.ts'
import { useLazyChildren } from './useLazyChildren.ts'
import { useRowClasses } from './useRowClasses.ts'
import { useRowWindow } from './useRowWindow.ts'
import type { TreeState } from './useTreeState.ts'
import { WaitingRow } from './WaitingRow.tsx'
import { mergeClasses } from '@fluentui/react-components'
import { Tick } from './Tick.tsx'

interface Props<Row> {
  columns: readonly TableColumn<Row>[]
  /** undefined: rows can't be selected. */
  tick: TickState | undefined
  onTickAll: () => void
}

/** The column titles, which stay while the rows scroll. */
function TreeHead<Row>({ columns, tick, onTickAll }: Props<Row>) {
  const table = useTableStyles()
  const styles = useTreeStyles()
  return (
    <div role="rowgroup" className={styles.headRow}>
      <div role="row" aria-rowindex={1} style={{ display: 'contents' }}>
        {tick !== undefined && (
          <div role="columnheader" className={mergeClasses(table.head, styles.headCell, styles.check)}>
            <Tick state={tick} label="全选" onToggle={onTickAll} />
          </div>
        )}
        {columns.map(({ key, title, pin, align = 'start' }) => (
          <div
            key={key}
            role="columnheader"
            className={mergeClasses(table.head, styles.headCell, styles[align], pin === 'start' && styles.pinnedHead)}
          >
            {title}
          </div>
        ))}
      </div>
    </div>
  )
}

export interface TreeTableProps<Row> extends DataTableProps<Row> {
  childrenOf: (row: Row) => readonly Row[]
  tree: TreeState
  /** Ticking a row ticks all below it; a row whose children are ticked in part shows it. */
  cascade?: boolean
  /** Loads the children of an opened row without any. */
  loadChildren?: (row: Row) => Promise<readonly Row[]>
  /** With loadChildren: false for rows that are known to have none. */
  hasChildren?: (row: Row) => boolean
  /** A single click, or Enter: for choosing one row. */
  onPick?: (row: Row) => void
  /** The initial tab stop, which is scrolled into view; the first row by default. */
  start?: RowKey
  /** A row that is scrolled into view when it appears, such as one that was just added. */
  inView?: RowKey
  /** A highlighted row, such as one that was just added. */
  marked?: RowKey
  /** Rows are dragged onto others by a handle (`RowHandle`) in one of their cells. */
  drag?: RowDrag<Row>
  /** Hides the line of column titles. */
  headless?: boolean
}

const NO_KEYS: ReadonlySet<RowKey> = new Set()

const template = <Row,>(columns: readonly TableColumn<Row>[], ticks: boolean): CSSProperties => {
  const widths = columns.map(({ width }) => width ?? 'minmax(160px, 1fr)')
  const least = columns.map(({ width }) => width ?? '160px')
  if (ticks) widths.unshift('40px')
  return {
    '--tree-columns': widths.join(' '),
    minWidth: `calc(${(ticks ? ['40px', ...least] : least).join(' + ')})`,
  } as CSSProperties
}

/**
 * A table with nested rows; only visible rows are rendered. Arrow keys, Home, End and Page keys move,
 * Right and Left open and close, Enter opens a row, Space ticks it, Tab enters its controls. Open rows are the caller's
 * (`useTreeState`); they and the scroll position survive a reload of the rows. Keep `columns` stable (useMemo over
 * mutateAsync, not over the whole mutation), so that only changed rows render again.
 */
export function TreeTable<Row>(props: TreeTableProps<Row>) {
  const { rows, read } = props
  if (!rows && read?.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (rows?.length === 0) return props.empty ?? <EmptyState title="暂无数据" />
  return <Tree {...props} />
}

/** Index of a hidden line: FOLDED minus its position in the whole tree. */
const FOLDED = -2

/** The line of an event's target; -1 for none. */
const lineOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1) : -1

/** The lines to render: those in view, and those with the focus or unsaved work. */
function linesToRender<Row>(
  shown: readonly TreeNode<Row>[],
  range: { from: number; to: number },
  current: number,
  unsaved: readonly RowKey[],
): number[] {
  const lines: number[] = []
  for (let line = range.from; line < Math.min(range.to, shown.length); line++) lines.push(line)
  const unsavedLines = unsaved.map((key) => shown.findIndex((node) => node.key === key))
  const beside = [current, ...unsavedLines].filter((line) => line >= 0 && line < shown.length && !lines.includes(line))
  return beside.length === 0 ? lines : [...new Set([...lines, ...beside])].sort((a, b) => a - b)
}

/** Hidden lines of folded rows with unsaved work, which stay in the DOM. */
function foldedLines<Row>(
  { nodes, at }: TreeIndex<Row>,
  shown: readonly TreeNode<Row>[],
  unsaved: readonly RowKey[],
): number[] {
  if (unsaved.length === 0) return []
  const seen = new Set(shown.map((node) => node.key))
  return unsaved.flatMap((key) => {
    const index = at.get(key)
    return index === undefined || seen.has(key) || !nodes[index] ? [] : [FOLDED - index]
  })
}

/** Rows with an unsaved control, which stay rendered when they leave the view. */
function useUnsavedRows<Row>(
  body: RefObject<HTMLElement | null>,
  nodes: readonly TreeNode<Row>[],
  shown: readonly TreeNode<Row>[],
) {
  const [unsaved, setUnsaved] = useState<readonly RowKey[]>([])
  const findUnsavedRows = useCallback((): void => {
    const nodeAt = (each: Element): TreeNode<Row> | undefined => {
      const line = lineOf(each)
      return line < 0 ? nodes[FOLDED - line] : shown[line]
    }
    const marked = [...(body.current?.querySelectorAll('[data-unsaved]') ?? [])]
    const found = marked.flatMap((each) => nodeAt(each)?.key ?? [])
    setUnsaved((now) => (now.length + found.length === 0 ? now : found))
  }, [body, shown, nodes])
  return { unsaved, findUnsavedRows }
}

interface RowsInView {
  isLoaded: boolean
  /** The line that is shown once the rows are loaded. */
  start: number
  /** The line that is shown whenever it changes; -1 for none. */
  target: number
  scrollTo: (line: number) => void
}

/** Scrolls to the initial line, and later to the target line. */
function useRowsInView({ isLoaded, start, target, scrollTo }: RowsInView): void {
  const showStart = useEffectEvent(() => start > 0 && scrollTo(start))
  useLayoutEffect(() => {
    if (isLoaded) showStart()
  }, [isLoaded])
  const showTarget = useEffectEvent(() => scrollTo(target))
  useLayoutEffect(() => {
    if (target < 0) return undefined
    // Deferred by a frame: scrolling renders with flushSync, which must not be called in an effect.
    const frame = requestAnimationFrame(() => showTarget())
    return () => cancelAnimationFrame(frame)
  }, [target])
}

function Tree<Row>(props: TreeTableProps<Row>) {
  const { rows, rowKey, rowLabel, tree, cascade = false, onOpen, onRowKey, onPick } = props
  const printing = usePrinting()
  const columns = printing ? printableColumns(props.columns) : props.columns
  const selection = printing ? undefined : props.selection
  const table = useTableStyles()
  const styles = useTreeStyles()
  const body = useRef<HTMLDivElement>(null)
  const classes = useRowClasses()
  const lazy = useLazyChildren(props)
  const index = useMemo(() => listTree(rows ?? [], lazy.shape), [rows, lazy.shape])
  const shown = useMemo(() => shownNodes(index.nodes, tree.isExpanded), [index, tree.isExpanded])
  const keys = selection?.keys ?? NO_KEYS
  const tickOf = useMemo(() => tickStates(index, keys, cascade), [index, keys, cascade])

  const [currentKey, setCurrentKey] = useState<RowKey | null>(props.start ?? null)
  const found = currentKey === null ? -1 : shown.findIndex((node) => node.key === currentKey)
  const current = Math.max(found, 0)

  const nameOf = (row: Row): string => rowLabel?.(row) ?? String(rowKey(row))
  const { unsaved, findUnsavedRows } = useUnsavedRows(body, index.nodes, shown)
  const { scroller, range: inSight, scrollTo } = useRowWindow(shown.length, findUnsavedRows)
  const range = printing ? { from: 0, to: shown.length } : inSight

  const { inView } = props
  const target = inView === undefined ? -1 : shown.findIndex((node) => node.key === inView)
  useRowsInView({ isLoaded: rows !== undefined, start: found, target, scrollTo })

  const go = (to: number): void => {
    flushSync(() => setCurrentKey(shown[to]?.key ?? null))
    scrollTo(to)
    body.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus({ preventScroll: true })
  }
  const toggle = (node: TreeNode<Row>): void => {
    findUnsavedRows()
    tree.toggle(node.key)
  }
  const onSelect = (row: Row): void => selection?.onChange(toggleTick(index, keys, rowKey(row), cascade))
  const onTick = useLatest(onSelect)

  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lineOf(event.target)
    // Keys of a control inside the row are the control's own.
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index !== String(line)) return
    const isOpen = (node: TreeNode<Row>): boolean => tree.isExpanded(node.key)
    const select = selection && ((node: TreeNode<Row>) => onSelect(node.row))
    treeKey({ shown, isOpen, go, toggle, onOpen: onPick ?? onOpen, onSelect: select, onRowKey }, event, line)
  }
  const onClick = (event: MouseEvent): void => {
    const node = shown[lineOf(event.target)]
    if (!node || !(event.target instanceof Element)) return
    if (event.target.closest('[data-expander]')) toggle(node)
    else if (!node.waits && !isControl(event.target)) onPick?.(node.row)
  }
  const onDoubleClick = (event: MouseEvent): void => {
    const node = shown[lineOf(event.target)]
    if (node && !node.waits && !isControl(event.target)) onOpen?.(node.row)
  }

  const all = selection ? index.nodes.filter((node) => !node.waits).length : 0
  const allTicked = all > 0 && keys.size >= all && allKeys(index).every((key) => keys.has(key))
  const allTick = allTicked ? true : keys.size > 0 ? 'mixed' : false

  return (
    <div className={table.scroller} ref={scroller}>
      <div
        role="treegrid"
        aria-label={props.label}
        aria-rowcount={shown.length + 1}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={!rows}
        className={styles.grid}
        style={template(columns, selection !== undefined)}
      >
        {!props.headless && (
          <TreeHead
            columns={columns}
            tick={selection ? allTick : undefined}
            onTickAll={() => selection?.onChange(new Set(allTicked ? [] : allKeys(index)))}
          />
        )}
        <div
          role="rowgroup"
          ref={body}
          className={styles.body}
          style={{ height: shown.length * ROW_HEIGHT }}
          {...(props.drag ? dragHandlers(props.drag, (target) => shown[lineOf(target)]?.row) : {})}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
          onFocus={(event) => setCurrentKey(shown[lineOf(event.target)]?.key ?? null)}
          onBlur={findUnsavedRows}
        >
          {[...linesToRender(shown, range, current, unsaved), ...foldedLines(index, shown, unsaved)].map((line) => {
            const node = (line < 0 ? index.nodes[FOLDED - line] : shown[line]) as TreeNode<Row>
            const { row, key, level, position, siblings } = node
            const lineProps = { index: line, level, current: line === current }
            if (node.waits) {
              return (
                <WaitingRow key={key} {...lineProps} error={lazy.errorOf(rowKey(row))} load={() => lazy.load(row)} />
              )
            }
            return (
              <TreeRow
                key={key}
                {...{ row, columns, position, siblings, onTick, classes }}
                {...lineProps}
                name={nameOf(row)}
                open={node.canOpen ? tree.isExpanded(key) : undefined}
                tick={selection ? tickOf(key) : undefined}
                marked={key === (props.drag?.over ?? props.marked)}
              />
            )
          })}
        </div>
      </div>
      {!rows && <Loading columns={columns.length + (selection ? 1 : 0)} />}
    </div>
  )
}

function Loading({ columns }: { columns: number }) {
  const styles = useTreeStyles()
  return (
    <table role="presentation" className={styles.skeleton}>
      <tbody>
        <SkeletonRows columns={columns} />
      </tbody>
    </table>
  )
}
