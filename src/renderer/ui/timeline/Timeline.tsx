import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    position: 'relative',
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    padding: `0 0 ${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '4px',
      insetBlock: '14px -4px',
      borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    ':last-child::before': { display: 'none' },
    '::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      insetBlockStart: '6px',
      width: '9px',
      height: '9px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorNeutralForeground4,
    },
  },
  brand: { '::after': { backgroundColor: tokens.colorBrandBackground } },
  success: { '::after': { backgroundColor: tokens.colorPaletteGreenBackground3 } },
  danger: { '::after': { backgroundColor: tokens.colorPaletteRedBackground3 } },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
})

export interface TimelineItem {
  key: string | number
  time: string
  title: ReactNode
  text?: ReactNode
  color?: 'brand' | 'success' | 'danger'
}

/** What happened, one below the other, with a dot for each. */
export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  const styles = useStyles()
  return (
    <ol className={styles.list} aria-label={label}>
      {items.map(({ key, time, title, text, color }) => (
        <li key={key} className={mergeClasses(styles.item, color && styles[color])}>
          <Text weight="semibold">{title}</Text>
          {text && <Text>{text}</Text>}
          <Text size={200} className={styles.time}>
            {time}
          </Text>
        </li>
      ))}
    </ol>
  )
}
