import { Button, Text } from '@fluentui/react-components'
import type { Schedule } from '#shared/contract/contentSchedule.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { PlanActions } from '../PlanActions.tsx'
import { ACTIONS, CALENDAR, SCHEDULE, shortTime } from '../text.ts'

interface Props {
  plan: Schedule
  /** The calendar makes way for the entry. */
  onLeave: () => void
  onClose: () => void
}

/** One date of the calendar: what and when, and what can be done with it. */
export function PlanDialog({ plan, onLeave, onClose }: Props) {
  const open = useOpenScreen()
  const look = (): void => {
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
          <Button size="small" appearance="primary" onClick={look}>
            {CALENDAR.open}
          </Button>
        </>
      }
    >
      <Text>{plan.state === 'planned' ? SCHEDULE.planned(plan) : endOf(plan)}</Text>
      <Text>{`栏目：${plan.menuTitle}`}</Text>
    </PanelDialog>
  )
}

function endOf(plan: Schedule): string {
  if (plan.state === 'failed') return SCHEDULE.failed(plan)
  const said = plan.message === '' ? '' : `：${plan.message}`
  return `${shortTime(plan.at)} ${ACTIONS[plan.action]}，${CALENDAR.states[plan.state]}${said}`
}
