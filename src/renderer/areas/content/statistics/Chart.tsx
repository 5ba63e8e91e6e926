import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import type { StatisticsRow } from '#shared/contract/content.ts'
import { STATISTICS_COUNTS, type StatisticsCount } from '#shared/domain/statistics.ts'
import { type Bar, createBars } from './bars.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    flexShrink: 0,
    margin: 0,
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, alignItems: 'center' },
  legend: { display: 'flex', gap: tokens.spacingHorizontalM, marginInlineStart: 'auto', flexWrap: 'wrap' },
  entry: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  mark: { width: '12px', height: '12px', borderRadius: '2px' },
  bars: {
    display: 'grid',
    gridTemplateColumns: 'minmax(64px, max-content) minmax(0, 1fr) max-content',
    gap: '6px 12px',
    alignItems: 'center',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  bar: { display: 'contents' },
  name: { maxWidth: '180px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  track: { display: 'flex', height: '16px', borderRadius: '2px', overflow: 'hidden' },
  part: { minWidth: '2px' },
  sum: { fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
  publishedCount: { backgroundColor: tokens.colorBrandBackground },
  toBePublishedCount: { backgroundColor: tokens.colorPaletteMarigoldBorderActive },
  recycleBinCount: { backgroundColor: tokens.colorNeutralForeground4 },
  draftBoxCount: { backgroundColor: tokens.colorPaletteLavenderBorderActive },
})

const describeBar = ({ name, counts }: Bar): string =>
  `${name}：${STATISTICS_COUNTS.map(({ key, title }) => `${title} ${counts[key]}`).join('，')}，合计 ${counts.sum}`

/** The four counts of each person as bars; the table below has the same numbers. */
export function Chart({ rows }: { rows: readonly StatisticsRow[] }) {
  const styles = useStyles()
  const bars = createBars(rows)
  const maxSum = Math.max(1, ...bars.map((bar) => bar.counts.sum))
  const renderPart = (key: StatisticsCount, value: number) =>
    value > 0 && (
      <span
        key={key}
        className={mergeClasses(styles.part, styles[key])}
        style={{ width: `${(value / maxSum) * 100}%` }}
      />
    )
  if (bars.length === 0) return null
  return (
    <figure className={styles.root} aria-label="各人员的内容数量">
      <figcaption className={styles.head}>
        <Text weight="semibold">各人员的内容数量</Text>
        <span className={styles.legend}>
          {STATISTICS_COUNTS.map(({ key, title }) => (
            <span key={key} className={styles.entry}>
              <span className={mergeClasses(styles.mark, styles[key])} />
              {title}
            </span>
          ))}
        </span>
      </figcaption>
      <ul className={styles.bars}>
        {bars.map((bar, index) => (
          <li key={index} className={styles.bar} title={describeBar(bar)}>
            <span className={styles.name} title={bar.name}>
              {bar.name}
            </span>
            <span className={styles.track} role="img" aria-label={describeBar(bar)} title={describeBar(bar)}>
              {STATISTICS_COUNTS.map(({ key }) => renderPart(key, bar.counts[key]))}
            </span>
            <span className={styles.sum}>{bar.counts.sum}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
