import type { Schedule, ScheduleAction } from '#shared/contract/contentSchedule.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Labels of the scheduled actions. */
export const PLAN_ACTIONS: Record<ScheduleAction, string> = { publish: '定时发布', unpublish: '定时取消发布' }

/** Date and time without seconds. */
export const formatShortTime = (at: number): string => formatDateTime(at).slice(0, 16)

const APPROVAL_TEXTS: Record<Schedule['approval'], string> = {
  none: '',
  needed: '，审批通过后按时发布',
  ended: '；审批未通过或已撤回，到时不会发布，请重新设置时间并提交审批',
  agreed: '，已通过审批',
}

export const describePlan = (plan: Schedule): string =>
  `将于 ${formatShortTime(plan.at)} ${PLAN_ACTIONS[plan.action]}，由 ${plan.planner} 安排${APPROVAL_TEXTS[plan.approval]}。`

export const describeFailedPlan = (plan: Schedule): string =>
  `${formatShortTime(plan.at)} 的${PLAN_ACTIONS[plan.action]}失败：${plan.message}`

export const PLAN_STATES = {
  planned: '等待执行',
  done: '已执行',
  failed: '失败',
  cancelled: '已取消',
} satisfies Record<Schedule['state'], string>
