import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { useNavigation, useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { HOME } from './text.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
    gap: tokens.spacingVerticalM,
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    padding: tokens.spacingHorizontalL,
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    fontSize: '20px',
    flexShrink: 0,
    color: tokens.colorBrandForeground1,
    backgroundColor: tokens.colorBrandBackground2,
    borderRadius: tokens.borderRadiusMedium,
  },
  texts: { display: 'grid', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Every screen that the role opens, one click away. */
export function QuickEntries() {
  const styles = useStyles()
  const open = useOpenScreen()
  const entries = useNavigation()
    .flatMap((group) => group.leaves.map((leaf) => ({ ...leaf, group: group.title })))
    .filter((entry) => entry.path !== '/index')
  if (entries.length === 0) return null
  return (
    <nav aria-label={HOME.cards.quick}>
      <ul className={styles.list}>
        {entries.slice(0, 12).map((entry) => (
          <li key={entry.path}>
            <button type="button" className={styles.entry} onClick={() => open(entry.path)}>
              <span className={styles.icon}>
                <entry.icon />
              </span>
              <span className={styles.texts}>
                <Text weight="semibold">{entry.title}</Text>
                {entry.group && (
                  <Text size={200} className={styles.muted}>
                    {entry.group}
                  </Text>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
