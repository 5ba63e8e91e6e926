import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import type { Schedule } from '#shared/contract/contentSchedule.ts'
import { PLAN_ACTIONS, PLAN_STATES, formatShortTime } from '../planLabels.ts'
import { keyOf, type Span } from './days.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    gridAutoRows: 'minmax(max-content, 1fr)',
    gridTemplateRows: 'auto',
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground3,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  day: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    minWidth: 0,
    minHeight: '60px',
    padding: tokens.spacingHorizontalXS,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  other: { backgroundColor: tokens.colorNeutralBackground3 },
  week: { minHeight: '320px' },
  number: { color: tokens.colorNeutralForeground2, paddingInline: tokens.spacingHorizontalXS },
  today: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightBold },
  plan: {
    display: 'block',
    width: '100%',
    padding: `2px ${tokens.spacingHorizontalXS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    flexShrink: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  wraps: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  publish: { backgroundColor: tokens.colorPaletteGreenBackground2, color: tokens.colorPaletteGreenForeground2 },
  unpublish: {
    backgroundColor: tokens.colorPaletteMarigoldBackground2,
    color: tokens.colorPaletteMarigoldForeground2,
  },
  done: { backgroundColor: tokens.colorNeutralBackground4, color: tokens.colorNeutralForeground2 },
  failed: { backgroundColor: tokens.colorPaletteRedBackground2, color: tokens.colorPaletteRedForeground2 },
  more: { justifyContent: 'flex-start', minWidth: 0 },
})

/** Maximum rows of a day; more would make a month higher than the window. */
const MAX_MONTH_ROWS = 3

interface Props {
  span: Span
  /** 0 to 11: days of other months are dimmed. */
  month: number
  today: Date
  days: readonly Date[]
  plans: readonly Schedule[]
  onView: (plan: Schedule) => void
  /** Shows the week of a day whose plans do not fit. */
  onDay: (day: Date) => void
}

const DAY_NAMES = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** The days in rows of seven, with the plans of each day. */
export function DayGrid({ span, month, today, days, plans, onView, onDay }: Props) {
  const styles = useStyles()
  const byDay = Map.groupBy(plans, ({ at }) => keyOf(new Date(at)))
  return (
    <div className={styles.root} role="group" aria-label="发布日历">
      {DAY_NAMES.map((name) => (
        <Text key={name} size={200} className={styles.name}>
          {name}
        </Text>
      ))}
      {days.map((day) => {
        const all = byDay.get(keyOf(day)) ?? []
        const shown = span === 'week' || all.length <= MAX_MONTH_ROWS ? all : all.slice(0, MAX_MONTH_ROWS - 1)
        const isToday = keyOf(day) === keyOf(today)
        return (
          <section
            key={keyOf(day)}
            aria-label={`${day.getMonth() + 1} 月 ${day.getDate()} 日`}
            className={mergeClasses(
              styles.day,
              span === 'week' && styles.week,
              span === 'month' && day.getMonth() !== month && styles.other,
            )}
          >
            <Text size={200} className={mergeClasses(styles.number, isToday && styles.today)}>
              {day.getDate() === 1 ? `${day.getMonth() + 1} 月 1 日` : day.getDate()}
            </Text>
            {shown.map((plan) => (
              <PlanChip key={plan.id} plan={plan} wraps={span === 'week'} onLook={() => onView(plan)} />
            ))}
            {all.length > shown.length && (
              <Button size="small" appearance="subtle" className={styles.more} onClick={() => onDay(day)}>
                {`还有 ${all.length - shown.length} 条`}
              </Button>
            )}
          </section>
        )
      })}
    </div>
  )
}

function PlanChip({ plan, wraps, onLook }: { plan: Schedule; wraps: boolean; onLook: () => void }) {
  const styles = useStyles()
  const time = formatShortTime(plan.at).slice(-5)
  const stateStyle =
    plan.state === 'planned' ? styles[plan.action] : plan.state === 'failed' ? styles.failed : styles.done
  const description = `${time} ${PLAN_ACTIONS[plan.action]}（${PLAN_STATES[plan.state]}）${plan.title}，${plan.menuTitle}`
  return (
    <button
      type="button"
      className={mergeClasses(styles.plan, stateStyle, wraps && styles.wraps)}
      title={description}
      aria-label={description}
      onClick={onLook}
    >
      {time} {plan.action === 'publish' ? '发布' : '取消发布'} {plan.title}
    </button>
  )
}
