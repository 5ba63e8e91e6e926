import { Dropdown, makeStyles, Option, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { LOG_AREAS, LOG_LEVELS, type LogArea, type LogEntry, type LogLevel } from '#shared/contract/diagnostics.ts'
import { formatDateTime, parseDateTime } from '#shared/util/dates.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { AREA_TITLES, LEVEL_TITLES, LogLines } from './LogLines.tsx'
import { useLog } from './useLog.ts'

const useStyles = makeStyles({
  choice: { minWidth: '130px' },
  card: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 auto',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
  },
  details: {
    flex: '0 0 200px',
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    overflow: 'auto',
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  facts: {
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
})

const ANY = ''
const areaTitle = (area: LogArea | typeof ANY): string => (area === ANY ? '全部' : AREA_TITLES[area])

const describeCount = (count: number, more: boolean): string =>
  `已显示 ${count.toLocaleString('zh-CN')} 条${more ? '，向下滚动显示更早的记录' : ''}`

const LEVEL_CHOICES: Record<LogLevel, string> = { info: '全部级别', warn: '警告和错误', error: '仅错误' }

/** The program's log, with filters, live updates and the details of one line. */
export function LogViewer() {
  const styles = useStyles()
  const [level, setLevel] = useState<LogLevel>('info')
  const [area, setArea] = useState<LogArea | typeof ANY>(ANY)
  const [text, setText] = useState('')
  const [range, setRange] = useState({ start: '', end: '' })
  const [follow, setFollow] = useState(true)
  const [chosen, setChosen] = useState<LogEntry | null>(null)
  const to = parseDateTime(range.end)
  const filter = { level, area, text, from: parseDateTime(range.start) ?? 0, to: to === null ? 0 : to + 999 }
  const { shown, error, more, again } = useLog(filter, follow)

  return (
    <>
      <Toolbar end={<Switch label="跟随新记录" checked={follow} onChange={(_e, { checked }) => setFollow(checked)} />}>
        <SearchBox value={text} onSearch={setText} placeholder="搜索记录" label="搜索记录" />
        <Dropdown
          className={styles.choice}
          aria-label="级别"
          value={LEVEL_CHOICES[level]}
          selectedOptions={[level]}
          onOptionSelect={(_e, { optionValue }) => setLevel(LOG_LEVELS.find((each) => each === optionValue) ?? 'info')}
        >
          {LOG_LEVELS.map((each) => (
            <Option key={each} value={each}>
              {LEVEL_CHOICES[each]}
            </Option>
          ))}
        </Dropdown>
        <Dropdown
          className={styles.choice}
          aria-label="部分"
          value={area === ANY ? '全部部分' : areaTitle(area)}
          selectedOptions={[area]}
          onOptionSelect={(_e, { optionValue }) => setArea(LOG_AREAS.find((each) => each === optionValue) ?? ANY)}
        >
          <Option value={ANY}>全部部分</Option>
          <>
            {LOG_AREAS.map((each) => (
              <Option key={each} value={each}>
                {AREA_TITLES[each]}
              </Option>
            ))}
          </>
        </Dropdown>
        <DateRange value={range} onChange={setRange} />
      </Toolbar>
      <div className={styles.card}>
        {error ? (
          <ErrorState error={error} onRetry={again} />
        ) : !shown ? (
          <LoadingState />
        ) : shown.entries.length === 0 ? (
          <EmptyState title="没有符合条件的记录" text="请更换筛选条件，或清空搜索内容" />
        ) : (
          <LogLines entries={shown.entries} selectedId={chosen?.id ?? ''} onChoose={setChosen} onNearEnd={more} />
        )}
        <section className={styles.details} aria-label="记录的详细内容" aria-live="polite">
          {chosen ? (
            <>
              <div className={styles.head}>
                <Text weight="semibold">{chosen.text}</Text>
                <CopyButton name="记录的详细内容" text={`${chosen.text}\n${chosen.facts}`} />
              </div>
              <Text size={200} className={styles.muted}>
                {formatDateTime(chosen.time)} · {LEVEL_TITLES[chosen.level]} · {AREA_TITLES[chosen.area]}
              </Text>
              <pre className={styles.facts}>{chosen.facts || '没有详细内容'}</pre>
            </>
          ) : (
            <Text className={styles.muted}>请选择一条记录，查看详细内容</Text>
          )}
        </section>
      </div>
      {shown && (
        <Text size={200} className={styles.muted}>
          {describeCount(shown.entries.length, shown.next !== '')}
        </Text>
      )}
    </>
  )
}
