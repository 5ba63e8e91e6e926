import { makeStyles, Text, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXS, listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    position: 'relative',
    display: 'flex',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusSmall,
    overflow: 'hidden',
  },
  bar: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    backgroundColor: tokens.colorBrandBackground2,
  },
  name: { position: 'relative', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  value: { position: 'relative', flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  none: { color: tokens.colorNeutralForeground3 },
})

interface BarLine {
  name: string
  value: number
  /** Stands at the end. */
  text: string
}

/** Names with a bar behind each, the largest over the whole width. */
export function BarList({ label, lines }: { label: string; lines: readonly BarLine[] }) {
  const styles = useStyles()
  const most = Math.max(1, ...lines.map(({ value }) => value))
  if (lines.length === 0) return <Text className={styles.none}>还没有数据</Text>
  return (
    <ol className={styles.list} aria-label={label}>
      {lines.map(({ name, value, text }) => (
        <li key={name} className={styles.item}>
          <span className={styles.bar} style={{ width: `${(value / most) * 100}%` }} aria-hidden />
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.value}>{text}</span>
        </li>
      ))}
    </ol>
  )
}
