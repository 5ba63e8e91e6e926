import { makeStyles, tokens } from '@fluentui/react-components'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'

const useStyles = makeStyles({
  root: {
    overflow: 'auto',
    minHeight: 0,
    padding: tokens.spacingHorizontalM,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  line: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

/** A text of many lines, of which only the visible ones are rendered. */
export function TextLines({ label, text }: { label: string; text: string }) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => text.split('\n'), [text])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
    initialRect: { width: 900, height: 600 },
  })
  const items = virtual.getVirtualItems()
  const padding = {
    paddingTop: items[0]?.start ?? 0,
    paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
  return (
    <div ref={scroller} className={styles.root} role="region" aria-label={label} tabIndex={0}>
      <div style={padding}>
        {items.map(({ index, key }) => (
          <div key={key} ref={virtual.measureElement} data-index={index} className={styles.line}>
            {lines[index] || ' '}
          </div>
        ))}
      </div>
    </div>
  )
}
