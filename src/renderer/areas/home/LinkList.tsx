import { Link, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { useNavigate } from 'react-router-dom'
import type { OverviewLink } from '#shared/contract/home.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '44px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0, justifyItems: 'start' },
  cut: { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
  time: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})

/** Work to go on with: each line leads to its screen. */
export function LinkList({ label, links }: { label: string; links: readonly OverviewLink[] }) {
  const styles = useStyles()
  const navigate = useNavigate()
  return (
    <ul className={styles.list} aria-label={label}>
      {links.map(({ title, note, path, time }, at) => (
        <li key={`${path} ${title} ${at}`} className={styles.item}>
          <div className={styles.texts}>
            {path === '' ? (
              <Text className={styles.cut}>{title}</Text>
            ) : (
              <Link as="button" className={styles.cut} title={title} onClick={() => void navigate(path)}>
                {title}
              </Link>
            )}
            <Text size={200} className={mergeClasses(styles.cut, styles.muted)} title={note}>
              {note}
            </Text>
          </div>
          <Text size={200} className={styles.time}>
            {shortTime(time)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** Without the year and the seconds. */
const shortTime = (time: string): string => time.slice(5, 16)
