import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import type { DragOutRequest } from '#shared/contract/dragOut.ts'
import { useRowFocus } from '#renderer/ui/table/useRowFocus.ts'
import { kindOf } from '#renderer/features/fileEditor/fileKinds.ts'
import { dragOut } from '#renderer/features/dragOut/dragOut.ts'
import { parentRow, type TreeEntry, type TreeRow } from './rows.ts'

/** Longer trees render only their visible lines. */
const MAX_UNVIRTUALIZED = 100

const useStyles = makeStyles({
  scroller: { flex: '1 1 auto', overflow: 'auto', minHeight: 0 },
})

interface Props {
  rows: readonly TreeRow[]
  /** Name for screen readers. */
  label: string
  /** Path of the active file. */
  current: string | null
  onOpen: (entry: TreeEntry) => void
  /** Shows or hides a folder's entries. */
  onToggle: (path: string) => void
  /** Called with the focused entry; null for a note. */
  onSelect?: (entry: TreeEntry | null) => void
  /** Called for keys that the tree itself does not use. */
  onKey?: (entry: TreeEntry, event: KeyboardEvent) => void
  onMenu?: (entry: TreeEntry, event: MouseEvent) => void
  /** Returns the files that leave the window when the line is dragged. */
  dragged?: (entry: TreeEntry) => DragOutRequest
}

/** The lines of the tree; arrow keys move, right and left open and close, Enter opens. */
export function TreeLines({ rows, label, current, onOpen, onToggle, onSelect, onKey, onMenu, dragged }: Props) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const long = rows.length > MAX_UNVIRTUALIZED
  const virtual = useVirtualizer({
    count: long ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
  })
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  const focus = useRowFocus(scroller, rows.length, scrollTo)

  const press = (row: TreeRow): void => {
    if (row.kind === 'note') return
    if (row.entry.folder) onToggle(row.entry.path)
    else onOpen(row.entry)
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const row = rows[index]
    if (!row || focus.move(event, index)) return
    const folder = row.kind === 'entry' && row.entry.folder
    const open = row.kind === 'entry' && row.open
    if (event.key === 'Enter' || event.key === ' ') press(row)
    else if (event.key === 'ArrowRight' && open) focus.go(index + 1)
    else if (event.key === 'ArrowRight' && folder) press(row)
    else if (event.key === 'ArrowLeft' && open) press(row)
    else if (event.key === 'ArrowLeft') focus.go(parentRow(rows, index))
    else return row.kind === 'entry' ? onKey?.(row.entry, event) : undefined
    event.preventDefault()
  }

  const items = virtual.getVirtualItems()
  const visibleRows = long ? items.map((item) => item.index) : [...rows.keys()]
  const padding = long
    ? { paddingTop: items[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }
    : undefined
  return (
    <div className={styles.scroller} ref={scroller}>
      <div role="tree" aria-label={label} style={padding}>
        {visibleRows.map((index) => {
          const row = rows[index]
          if (!row) return null
          return (
            <TreeLine
              key={row.key}
              row={row}
              index={index}
              current={row.key === current}
              reachable={index === focus.current}
              onFocus={() => {
                focus.setCurrent(index)
                onSelect?.(row.kind === 'entry' ? row.entry : null)
              }}
              onPress={() => press(row)}
              onKeyDown={(event) => onKeyDown(event, index)}
              dragged={dragged}
              onContextMenu={(event) => row.kind === 'entry' && onMenu?.(row.entry, event)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** px */
const LINE_HEIGHT = 28
/** A·§2, px */
const INDENT = 24

const useTreeLineStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: `${LINE_HEIGHT}px`,
    paddingInlineEnd: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusMedium,
    whiteSpace: 'nowrap',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  entry: { cursor: 'pointer', ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover } },
  current: { backgroundColor: tokens.colorSubtleBackgroundSelected, fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3 },
  ignored: { color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
  // As wide as a folder's arrow, so that names are aligned.
  arrow: { width: '16px', flexShrink: 0, lineHeight: 0 },
  icon: { fontSize: '18px', flexShrink: 0, lineHeight: 0, color: tokens.colorNeutralForeground3 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis' },
})

interface TreeLineProps {
  row: TreeRow
  index: number
  /** Whether the line is the active file. */
  current: boolean
  /** Whether the line is the tab stop. */
  reachable: boolean
  onFocus: () => void
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onContextMenu: (event: MouseEvent) => void
  dragged: ((entry: TreeEntry) => DragOutRequest) | undefined
}

/** One line of the tree. */
function TreeLine(props: TreeLineProps) {
  const { row, index, current, reachable, onFocus, onPress, onKeyDown, onContextMenu, dragged } = props
  const styles = useTreeLineStyles()
  const style = { paddingInlineStart: `${(row.level - 1) * INDENT + 4}px` }
  const tabIndex = reachable ? 0 : -1
  if (row.kind === 'note') {
    return (
      <div
        className={mergeClasses(styles.line, styles.note)}
        style={style}
        role="treeitem"
        data-row={index}
        aria-level={row.level}
        aria-selected={false}
        aria-disabled
        tabIndex={tabIndex}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        <span className={styles.arrow} />
        {row.text}
      </div>
    )
  }
  const { entry, open, level, position, siblings } = row
  const { icon: Icon } = kindOf(entry)
  return (
    <div
      className={mergeClasses(styles.line, styles.entry, entry.ignored && styles.ignored, current && styles.current)}
      style={style}
      role="treeitem"
      data-row={index}
      title={entry.name}
      aria-label={entry.name}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={current}
      aria-expanded={entry.folder ? open : undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onPress}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      {...(dragged && dragOut(() => dragged(entry)))}
    >
      <span className={styles.arrow}>{entry.folder && (open ? <ChevronDownRegular /> : <ChevronRightRegular />)}</span>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <span className={styles.name}>{entry.name}</span>
    </div>
  )
}
