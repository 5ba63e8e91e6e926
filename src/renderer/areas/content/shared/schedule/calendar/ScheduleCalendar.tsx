import { Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { CalendarRegular, ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { CALENDAR_LIMIT, type Schedule } from '#shared/contract/contentSchedule.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { DayGrid } from './DayGrid.tsx'
import { dayAfter, listDays, shiftAnchor, type Span, spanTitle } from './days.ts'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { PlanActions } from '../PlanActions.tsx'
import { describeFailedPlan, describePlan, PLAN_ACTIONS, PLAN_STATES, formatShortTime } from '../planLabels.ts'

interface PlanDialogProps {
  plan: Schedule
  /** Closes the calendar before the entry opens. */
  onLeave: () => void
  onClose: () => void
}

/** Details and actions of one plan. */
function PlanDialog({ plan, onLeave, onClose }: PlanDialogProps) {
  const open = useOpenScreen()
  const openEntry = (): void => {
    onLeave()
    open(plan.path)
  }
  return (
    <PanelDialog
      title={plan.title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <PlanActions plan={plan} />
          <Button size="small" appearance="primary" onClick={openEntry}>
            打开内容
          </Button>
        </>
      }
    >
      <Text>{plan.state === 'planned' ? describePlan(plan) : describeOutcome(plan)}</Text>
      <Text>{`栏目：${plan.menuTitle}`}</Text>
    </PanelDialog>
  )
}

function describeOutcome(plan: Schedule): string {
  if (plan.state === 'failed') return describeFailedPlan(plan)
  const said = plan.message === '' ? '' : `：${plan.message}`
  return `${formatShortTime(plan.at)} ${PLAN_ACTIONS[plan.action]}，${PLAN_STATES[plan.state]}${said}`
}

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { minWidth: '200px' },
  note: { color: tokens.colorNeutralForeground3, marginInlineStart: 'auto' },
  panel: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, gap: tokens.spacingVerticalS },
})

interface Props {
  siteId: number
  onClose: () => void
}

const PREVIOUS = { month: '上个月', week: '上一周' } as const

const NEXT = { month: '下个月', week: '下一周' } as const

/** The publishing plans of a site, by month and by week. */
export function ScheduleCalendar({ siteId, onClose }: Props) {
  const styles = useStyles()
  const [span, setSpan] = useState<Span>('month')
  const [today, setToday] = useState(() => dayAfter(new Date(), 0))
  const [anchor, setAnchor] = useState(today)
  const [viewedId, setViewedId] = useState<number | null>(null)
  const days = useMemo(() => listDays(span, anchor), [span, anchor])
  const from = days[0]?.getTime() ?? 0
  const to = dayAfter(days.at(-1) ?? anchor, 1).getTime()
  const read = useRead(
    'contentSchedule.calendar',
    { siteId, from, to },
    { quiet: true, keepPrevious: true, onFocus: true },
  )
  const goToToday = (): void => {
    const now = dayAfter(new Date(), 0)
    setToday(now)
    setAnchor(now)
  }
  const plans = read.data ?? []
  const viewedPlan = plans.find(({ id }) => id === viewedId)
  return (
    <PanelDialog title="发布日历" size="large" onClose={onClose}>
      <div className={styles.head}>
        <Button
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label={PREVIOUS[span]}
          title={PREVIOUS[span]}
          onClick={() => setAnchor(shiftAnchor(span, anchor, -1))}
        />
        <Button
          appearance="subtle"
          icon={<ChevronRightRegular />}
          aria-label={NEXT[span]}
          title={NEXT[span]}
          onClick={() => setAnchor(shiftAnchor(span, anchor, 1))}
        />
        <Button icon={<CalendarRegular />} onClick={goToToday}>
          今天
        </Button>
        <Subtitle2 as="h3" className={styles.title} aria-live="polite">
          {spanTitle(span, days, anchor)}
        </Subtitle2>
        <Text size={200} className={styles.note}>
          {describePlans(read.data)}
        </Text>
      </div>
      <Tabs
        tabs={[
          { id: 'month', title: '月' },
          { id: 'week', title: '周' },
        ]}
        selected={span}
        onSelect={setSpan}
        panelClass={styles.panel}
      >
        {read.error && !read.data ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : read.isPending ? (
          <LoadingState />
        ) : (
          <DayGrid
            span={span}
            month={anchor.getMonth()}
            today={today}
            days={days}
            plans={plans}
            onView={({ id }) => setViewedId(id)}
            onDay={(day) => {
              setAnchor(day)
              setSpan('week')
            }}
          />
        )}
      </Tabs>
      {viewedPlan && <PlanDialog plan={viewedPlan} onLeave={onClose} onClose={() => setViewedId(null)} />}
    </PanelDialog>
  )
}

function describePlans(plans: readonly Schedule[] | undefined): string {
  if (!plans) return ''
  if (plans.length >= CALENDAR_LIMIT) return `仅显示前 ${CALENDAR_LIMIT} 条`
  return plans.length === 0 ? '该时段没有定时发布或定时取消发布的内容' : ''
}
