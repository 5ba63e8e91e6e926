import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import type { Schedule } from '#shared/contract/contentSchedule.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { PLAN_ACTIONS, formatShortTime } from './planLabels.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'

const createCancelQuestion = (plan: Schedule) => ({
  title: `取消定时“${plan.title}”`,
  text:
    plan.approval === 'agreed'
      ? '该内容已通过审批。取消后仍为草稿，再次发布时须重新提交审批。'
      : `取消后，该内容不会在 ${formatShortTime(plan.at)} 自动${plan.action === 'publish' ? '发布' : '取消发布'}。`,
  confirmText: '取消定时',
  cancelText: '返回' as const,
})

/** Reschedules or cancels a plan; a failed plan can be scheduled again. */
export function PlanActions({ plan }: { plan: Schedule }) {
  const [editing, setEditing] = useState(false)
  const confirm = useConfirm()
  const cancel = useWrite('contentSchedule.cancel')
  const isPlanned = plan.state === 'planned'
  if (isPlanned && !plan.mayChange) return null
  const cancelPlan = async (): Promise<void> => {
    if (await confirm(createCancelQuestion(plan))) cancel.mutate({ id: plan.id })
  }
  return (
    <>
      <Button size="small" onClick={() => setEditing(true)}>
        {isPlanned ? '修改时间' : '重新安排'}
      </Button>
      {isPlanned && (
        <Button size="small" disabledFocusable={cancel.isPending} onClick={() => void cancelPlan()}>
          取消定时
        </Button>
      )}
      {editing && (
        <ScheduleDialog
          title={`${PLAN_ACTIONS[plan.action]}：${plan.title}`}
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
