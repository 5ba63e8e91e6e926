import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import type { LogArea, LogEntry, LogLevel } from '#shared/contract/diagnostics.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRowFocus } from '#renderer/ui/table/useRowFocus.ts'

/** px */
const LINE_HEIGHT = 30
/** Distance from the end, in lines, at which older lines are requested. */
const LOAD_MORE_DISTANCE = 50

const useStyles = makeStyles({
  scroller: { flex: '1 1 auto', overflow: 'auto', minHeight: 0 },
  line: {
    display: 'grid',
    gridTemplateColumns: '150px 48px 84px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    height: `${LINE_HEIGHT}px`,
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalL,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  warn: { color: tokens.colorStatusWarningForeground3 },
  error: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
  facts: { color: tokens.colorNeutralForeground3, marginInlineStart: tokens.spacingHorizontalS },
})

interface Props {
  entries: readonly LogEntry[]
  /** Id of the selected line. */
  selectedId: string
  onChoose: (entry: LogEntry) => void
  /** Called when the last lines are about to be reached. */
  onNearEnd: () => void
}

export const LEVEL_TITLES: Record<LogLevel, string> = { info: '信息', warn: '警告', error: '错误' }

export const AREA_TITLES: Record<LogArea, string> = {
  program: '程序',
  operations: '操作',
  session: '登录',
  network: '网络',
  server: '内置服务器',
  sync: '本地同步',
  uploads: '上传',
  preview: '实时预览',
  updates: '程序更新',
}

/** The virtualized list of log lines. Arrow keys move the focus, Enter selects. */
export function LogLines({ entries, selectedId, onChoose, onNearEnd }: Props) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const keyOf = useCallback((index: number) => entries[index]?.id ?? index, [entries])
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: keyOf,
    overscan: 12,
    initialRect: { width: 900, height: 600 },
  })
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  const focus = useRowFocus(scroller, entries.length, scrollTo)
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= entries.length - LOAD_MORE_DISTANCE) onNearEnd()
  }, [last, entries.length, onNearEnd])
  const padding = {
    paddingTop: items[0]?.start ?? 0,
    paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
  return (
    <div className={styles.scroller} ref={scroller}>
      <div role="listbox" aria-label="日志记录" style={padding}>
        {items.map(({ index }) => {
          const entry = entries[index]
          if (!entry) return null
          const { id, time, level, area, text, facts } = entry
          return (
            <div
              key={id}
              role="option"
              aria-selected={id === selectedId}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              data-row={index}
              tabIndex={index === focus.current ? 0 : -1}
              className={mergeClasses(styles.line, id === selectedId && styles.chosen)}
              onFocus={() => focus.setCurrent(index)}
              onClick={() => onChoose(entry)}
              onKeyDown={(event) => {
                if (focus.move(event, index) || (event.key !== 'Enter' && event.key !== ' ')) return
                event.preventDefault()
                onChoose(entry)
              }}
            >
              <span className={styles.time}>{formatDateTime(time)}</span>
              <span className={level === 'info' ? styles.time : styles[level]}>{LEVEL_TITLES[level]}</span>
              <span className={styles.time}>{AREA_TITLES[area]}</span>
              <span className={styles.text}>
                {text}
                {facts && <span className={styles.facts}>{facts.replaceAll(/\s+/g, ' ').slice(0, 300)}</span>}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
