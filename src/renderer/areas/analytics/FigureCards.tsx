import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { AnalyticsFigures } from '#shared/contract/analytics.ts'
import { FIGURES } from './figures.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    gap: tokens.spacingHorizontalL,
    flexShrink: 0,
    margin: 0,
  },
  card: {
    display: 'flex',
    flexDirection: 'column-reverse',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums' },
  name: { color: tokens.colorNeutralForeground3 },
})

/** The five figures. */
export function FigureCards({ figures }: { figures: AnalyticsFigures }) {
  const styles = useStyles()
  return (
    <dl className={styles.cards}>
      {FIGURES.map(({ title, text }) => (
        <div key={title} className={styles.card}>
          <dd className={styles.value}>
            <Text size={700} weight="semibold">
              {text(figures)}
            </Text>
          </dd>
          <dt className={styles.name}>{title}</dt>
        </div>
      ))}
    </dl>
  )
}
