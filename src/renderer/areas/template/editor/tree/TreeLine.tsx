import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import type { KeyboardEvent } from 'react'
import { kindOf } from '#renderer/areas/template/shared/fileKinds.ts'
import type { TreeRow } from './rows.ts'

/** px */
export const LINE_HEIGHT = 28
/** A·§2, px */
const INDENT = 24

const useStyles = makeStyles({
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
  // As wide as the arrow of a folder, so that names stand in line.
  arrow: { width: '16px', flexShrink: 0, lineHeight: 0 },
  icon: { fontSize: '18px', flexShrink: 0, lineHeight: 0, color: tokens.colorNeutralForeground3 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis' },
})

interface Props {
  row: TreeRow
  index: number
  /** Is it the file in front? */
  current: boolean
  /** Can it be reached with Tab? */
  reachable: boolean
  onFocus: () => void
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** One line of the tree. */
export function TreeLine({ row, index, current, reachable, onFocus, onPress, onKeyDown }: Props) {
  const styles = useStyles()
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
      className={mergeClasses(styles.line, styles.entry, current && styles.current)}
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
    >
      <span className={styles.arrow}>{entry.folder && (open ? <ChevronDownRegular /> : <ChevronRightRegular />)}</span>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <span className={styles.name}>{entry.name}</span>
    </div>
  )
}
