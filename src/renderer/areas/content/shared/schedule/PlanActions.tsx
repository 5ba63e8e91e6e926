import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import type { Schedule } from '#shared/contract/contentSchedule.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { ACTIONS, SCHEDULE } from './text.ts'

/** Changes a date, calls it off, or sets a new one for what failed. */
export function PlanActions({ plan }: { plan: Schedule }) {
  const [editing, setEditing] = useState(false)
  const confirm = useConfirm()
  const cancel = useWrite('contentSchedule.cancel')
  const isPlanned = plan.state === 'planned'
  if (isPlanned && !plan.mayChange) return null
  const callOff = async (): Promise<void> => {
    if (await confirm(SCHEDULE.cancelQuestion(plan))) cancel.mutate({ id: plan.id })
  }
  return (
    <>
      <Button size="small" onClick={() => setEditing(true)}>
        {isPlanned ? SCHEDULE.change : SCHEDULE.again}
      </Button>
      {isPlanned && (
        <Button size="small" disabledFocusable={cancel.isPending} onClick={() => void callOff()}>
          {SCHEDULE.cancel}
        </Button>
      )}
      {editing && (
        <ScheduleDialog
          title={`${ACTIONS[plan.action]}：${plan.title}`}
          classId={plan.classId}
          ids={[plan.contentId]}
          actions={[plan.action]}
          at={isPlanned ? formatDateTime(plan.at) : ''}
          asksForApproval={plan.approval === 'needed' || plan.approval === 'ended'}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
