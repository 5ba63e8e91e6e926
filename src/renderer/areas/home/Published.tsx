import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { HOME } from './text.ts'
import { type OverviewRead, Told } from './Told.tsx'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalM },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
  },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: { fontVariantNumeric: 'tabular-nums' },
  track: {
    gridColumn: '1 / -1',
    height: '8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    overflow: 'hidden',
  },
  bar: { height: '100%', minWidth: '4px', backgroundColor: tokens.colorBrandBackground },
})

/** How many entries of each site were published today. */
export function Published(read: OverviewRead) {
  const styles = useStyles()
  const { published } = read.data
  const most = Math.max(1, ...published.map(({ count }) => count))
  return (
    <Card title={HOME.cards.published}>
      <Told {...read}>
        {published.length === 0 && <EmptyState title={HOME.nonePublished} />}
        <ul className={styles.list} aria-label={HOME.cards.published}>
          {published.map(({ siteId, title, count }) => (
            <li key={siteId} className={styles.item}>
              <Text className={styles.title} title={title}>
                {title}
              </Text>
              <Text className={styles.count}>{HOME.entries(count)}</Text>
              <div className={styles.track} aria-hidden>
                <div className={styles.bar} style={{ width: `${(count / most) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
      </Told>
    </Card>
  )
}
