import { MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { SCHEDULE_FEATURE } from '#shared/contract/contentSchedule.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { PlanActions } from './PlanActions.tsx'
import { describeFailedPlan, describePlan } from './planLabels.ts'

/** Shown above the form of an entry: its scheduled and failed plans. */
export function ScheduleBar({ classId, id }: { classId: number; id: number }) {
  const enabled = useServerFeature(SCHEDULE_FEATURE) && id !== 0
  const { data } = useRead('contentSchedule.ofEntry', { classId, id }, { quiet: true, enabled })
  return (data ?? []).map((plan) => (
    <MessageBar key={plan.id} intent={plan.state === 'failed' ? 'error' : 'info'} layout="multiline">
      <MessageBarBody>{plan.state === 'failed' ? describeFailedPlan(plan) : describePlan(plan)}</MessageBarBody>
      <MessageBarActions>
        <PlanActions plan={plan} />
      </MessageBarActions>
    </MessageBar>
  ))
}
