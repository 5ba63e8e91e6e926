import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import type { FileMatches, SearchMatch } from '#shared/contract/localFile.ts'
import { useRowFocus } from '#renderer/ui/table/useRowFocus.ts'

/** px */
const LINE_HEIGHT = 26

const useStyles = makeStyles({
  scroller: { flex: '1 1 auto', overflow: 'auto', minHeight: 0 },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: `${LINE_HEIGHT}px`,
    boxSizing: 'border-box',
    paddingInline: '4px',
    borderRadius: tokens.borderRadiusMedium,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  file: { fontWeight: tokens.fontWeightSemibold },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', direction: 'rtl', textAlign: 'left' },
  count: { marginInlineStart: 'auto', color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  match: { paddingInlineStart: '20px' },
  number: { color: tokens.colorNeutralForeground3, minWidth: '28px', textAlign: 'end', flexShrink: 0 },
  text: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'pre',
  },
  mark: { backgroundColor: tokens.colorPaletteYellowBackground2, color: tokens.colorNeutralForeground1 },
})

type Line = { path: string } & ({ count: number; open: boolean } | { match: SearchMatch; number: number })

interface Props {
  files: readonly FileMatches[]
  /** Paths of the collapsed files. */
  closed: ReadonlySet<string>
  onToggle: (path: string) => void
  onOpen: (path: string, match: SearchMatch) => void
}

/** Results by file. Arrow keys move, Enter opens a match, left and right collapse and expand a file. */
export function SearchResults({ files, closed, onToggle, onOpen }: Props) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(files, closed), [files, closed])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
    initialRect: { width: 260, height: 600 },
  })
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  const focus = useRowFocus(scroller, lines.length, scrollTo)
  const press = (line: Line): void => ('match' in line ? onOpen(line.path, line.match) : onToggle(line.path))
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const line = lines[index]
    if (!line || focus.move(event, index)) return
    const open = 'open' in line ? line.open : null
    if (event.key === 'Enter' || event.key === ' ') press(line)
    else if (event.key === 'ArrowRight' && open === false) press(line)
    else if (event.key === 'ArrowLeft' && open === true) press(line)
    else return
    event.preventDefault()
  }
  const items = virtual.getVirtualItems()
  const padding = {
    paddingTop: items[0]?.start ?? 0,
    paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
  return (
    <div className={styles.scroller} ref={scroller}>
      <div role="tree" aria-label="搜索结果" style={padding}>
        {items.map(({ index }) => {
          const line = lines[index]
          if (!line) return null
          const shared = {
            role: 'treeitem',
            'data-row': index,
            'aria-selected': false,
            tabIndex: index === focus.current ? 0 : -1,
            onFocus: () => focus.setCurrent(index),
            onClick: () => press(line),
            onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
          }
          return 'match' in line ? (
            <div
              key={`${line.path} ${line.number}`}
              {...shared}
              className={mergeClasses(styles.line, styles.match)}
              aria-level={2}
              aria-label={`第 ${line.match.line} 行 ${line.match.text.trim()}`}
              title={line.match.text}
            >
              <span className={styles.number}>{line.match.line}</span>
              <Marked match={line.match} />
            </div>
          ) : (
            <div
              key={line.path}
              {...shared}
              className={mergeClasses(styles.line, styles.file)}
              aria-level={1}
              aria-expanded={line.open}
              aria-label={`${line.path}，${line.count} 处`}
              title={line.path}
            >
              {line.open ? <ChevronDownRegular aria-hidden /> : <ChevronRightRegular aria-hidden />}
              <span className={styles.name}>
                <bdi>{line.path}</bdi>
              </span>
              <span className={styles.count}>{line.count}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Marked({ match: { text, at, length } }: { match: SearchMatch }) {
  const styles = useStyles()
  // Cuts the indentation, so that the match is visible.
  const from = Math.min(at, text.length - text.trimStart().length)
  return (
    <span className={styles.text}>
      {text.slice(from, at)}
      <mark className={styles.mark}>{text.slice(at, at + length)}</mark>
      {text.slice(at + length)}
    </span>
  )
}

const linesOf = (files: readonly FileMatches[], closed: ReadonlySet<string>): Line[] =>
  files.flatMap(({ path, matches }): Line[] => {
    const open = !closed.has(path)
    const head: Line = { path, count: matches.length, open }
    return open ? [head, ...matches.map((match, number): Line => ({ path, match, number }))] : [head]
  })
