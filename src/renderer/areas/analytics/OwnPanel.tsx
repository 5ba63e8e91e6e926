import { Button, Link, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import type { AnalyticsLine, AnalyticsState } from '#shared/contract/analytics.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnChart } from './ColumnChart.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { DateRangeValue } from '#renderer/ui/fields/dates.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { FigureCards } from './FigureCards.tsx'
import { NO_DOMAIN } from './settings/OwnForm.tsx'

const useStyles = makeStyles({
  parts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  chart: {
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  whole: { flexShrink: 0 },
})

interface Props {
  state: AnalyticsState
  range: DateRangeValue
  /** undefined when the account may not change the statistics settings. */
  onSettings: (() => void) | undefined
}

const describeLine = ({ pv, visitors }: AnalyticsLine): string => `浏览量 ${pv}，访客数 ${visitors}`
const toChartPoints = (lines: readonly AnalyticsLine[]) =>
  lines.map((line) => ({ name: line.name, value: line.pv, text: describeLine(line) }))
const toBars = (lines: readonly AnalyticsLine[]) =>
  lines.map((line) => ({ name: line.name, value: line.pv, text: `${line.pv} / ${line.visitors}` }))

const useBarListStyles = makeStyles({
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
  /** Shown at the end of the line. */
  text: string
}

/** Names with a bar behind each; the largest value spans the full width. */
function BarList({ label, lines }: { label: string; lines: readonly BarLine[] }) {
  const styles = useBarListStyles()
  const maxValue = Math.max(1, ...lines.map(({ value }) => value))
  if (lines.length === 0) return <Text className={styles.none}>还没有数据</Text>
  return (
    <ol className={styles.list} aria-label={label}>
      {lines.map(({ name, value, text }) => (
        <li key={name} className={styles.item}>
          <span className={styles.bar} style={{ width: `${(value / maxValue) * 100}%` }} aria-hidden />
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.value}>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** Statistics that this server counts itself: figures, views by day and hour, and views by page, column, source and device. */
export function OwnPanel({ state: { siteId, isCounting, domain }, range, onSettings }: Props) {
  const styles = useStyles()
  const read = useRead('analytics.own', { siteId, ...range }, { quiet: true, keepPrevious: true, fresh: true })
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <LoadingState />
  const { figures, days, hours, pages, columns, sources, devices } = read.data
  if (!isCounting && !figures.pv_count)
    return (
      <EmptyState
        title="尚未开启本站统计"
        text="点击右上角“设置”，在“本站统计”中开启，然后重新生成静态页面。"
        action={
          onSettings && (
            <Button appearance="primary" onClick={onSettings}>
              设置
            </Button>
          )
        }
      />
    )
  return (
    <>
      {domain === '' && (
        <MessageBar intent="warning">
          <MessageBarBody>{NO_DOMAIN}</MessageBarBody>
        </MessageBar>
      )}
      {domain !== '' && isCounting && !figures.pv_count && <NoVisits />}
      <FigureCards figures={figures} />
      <div className={styles.whole}>
        <div className={styles.parts}>
          {days.length > 1 && (
            <div className={styles.chart}>
              <ColumnChart title="每日浏览量" points={toChartPoints(days)} label={(day) => day.slice(5)} />
            </div>
          )}
          <div className={styles.chart}>
            <ColumnChart
              title="各小时浏览量"
              points={toChartPoints(hours).map((point) => ({ ...point, name: `${point.name} 时` }))}
              label={(hour) => hour.replace(' 时', '')}
            />
          </div>
        </div>
      </div>
      <div className={styles.parts}>
        {(
          [
            ['页面', pages],
            ['栏目', columns],
            ['来源', sources],
            ['设备', devices],
          ] as const
        ).map(([title, lines]) => (
          <Card key={title} title={`${title}（浏览量 / 访客数）`}>
            <BarList label={title} lines={toBars(lines)} />
          </Card>
        ))}
      </div>
    </>
  )
}

/** Explains missing figures: only static pages that were built after counting was switched on are counted. */
function NoVisits() {
  const open = useOpenScreen()
  const canOpenStaticPages = canSeeMenu(useAuthority(), MENU.staticPages)
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        所选日期内没有访问记录。开启统计后须重新生成静态页面，访客打开新生成的页面才会计入统计。
        {canOpenStaticPages && <Link onClick={() => open('/site/static-pages')}>静态生成</Link>}
      </MessageBarBody>
    </MessageBar>
  )
}
