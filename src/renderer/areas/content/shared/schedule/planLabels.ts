import type { Schedule, ScheduleAction } from '#shared/contract/contentSchedule.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Texts of publishing and taking off on a date. */
export const PLAN_ACTIONS: Record<ScheduleAction, string> = { publish: '定时发布', unpublish: '定时下线' }

/** The date without its seconds, as people say it. */
export const shortTime = (at: number): string => formatDateTime(at).slice(0, 16)

const APPROVALS: Record<Schedule['approval'], string> = {
  none: '',
  needed: '，审批通过后按时发布',
  ended: '；审批没有通过或已撤回，到时不会发布，请重新设置时间提交审批',
  agreed: '，已通过审批',
}

export const describePlan = (plan: Schedule): string =>
  `将于 ${shortTime(plan.at)} ${PLAN_ACTIONS[plan.action]}，由 ${plan.planner} 安排${APPROVALS[plan.approval]}。`

export const describeFailedPlan = (plan: Schedule): string =>
  `${shortTime(plan.at)} 的${PLAN_ACTIONS[plan.action]}没有成功：${plan.message}`

export const PLAN_STATES = {
  planned: '等待执行',
  done: '已执行',
  failed: '没有成功',
  cancelled: '已取消',
} satisfies Record<Schedule['state'], string>
