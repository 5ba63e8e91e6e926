import type { Schedule, ScheduleAction } from '#shared/contract/contentSchedule.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Texts of publishing and taking off on a date. */
export const ACTIONS: Record<ScheduleAction, string> = { publish: '定时发布', unpublish: '定时下线' }

/** The date without its seconds, as people say it. */
export const shortTime = (at: number): string => formatDateTime(at).slice(0, 16)

const APPROVALS: Record<Schedule['approval'], string> = {
  none: '',
  needed: '，审批通过后按时发布',
  ended: '；审批没有通过或已撤回，到时不会发布，请重新设置时间提交审批',
  agreed: '，已通过审批',
}

export const SCHEDULE = {
  button: '定时',
  action: '方式',
  at: '时间',
  hint: '按这台电脑的时区填写；服务器停机时错过的，会在恢复后立即执行。',
  workflowHint: '这个栏目需要审批：设置后立即提交审批，全部同意后按时发布；到时还没有审批完的，同意后立即发布。',
  required: '请选择时间',
  noTime: '请按 2026-03-01 09:30:00 的样子填写时间；时钟调整时跳过的时间不能选',
  past: '时间已经过去，请选择以后的时间',
  saveFirst: '有没有保存的修改，请先保存再设置定时',
  words: {
    title: '内容中有敏感词',
    text: '要定时发布的内容含有敏感词。可以返回修改，也可以仍然定时发布。',
    confirmText: '仍然定时发布',
    cancelText: '返回',
    danger: true,
  },
  planned: (plan: Schedule): string =>
    `将于 ${shortTime(plan.at)} ${ACTIONS[plan.action]}，由 ${plan.planner} 安排${APPROVALS[plan.approval]}。`,
  failed: (plan: Schedule): string => `${shortTime(plan.at)} 的${ACTIONS[plan.action]}没有成功：${plan.message}`,
  change: '修改时间',
  cancel: '取消定时',
  again: '重新安排',
  cancelQuestion: (plan: Schedule) => ({
    title: `取消${ACTIONS[plan.action]}`,
    text:
      plan.approval === 'agreed'
        ? `“${plan.title}”已通过审批。取消后它仍是草稿，再发布时需要重新提交审批。确定要取消吗？`
        : `“${plan.title}”不会在 ${shortTime(plan.at)} 自动${plan.action === 'publish' ? '发布' : '下线'}。确定要取消吗？`,
    confirmText: '取消定时',
    cancelText: '返回' as const,
  }),
} as const

export const CALENDAR = {
  title: '发布日历',
  open: '打开内容',
  month: '月',
  week: '周',
  today: '今天',
  previous: { month: '上个月', week: '上一周' },
  next: { month: '下个月', week: '下一周' },
  days: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  more: (count: number): string => `还有 ${count} 条`,
  none: '这段时间没有定时发布或下线的内容',
  limit: (count: number): string => `只显示了前 ${count} 条`,
  states: { planned: '等待执行', done: '已执行', failed: '没有成功', cancelled: '已取消' } satisfies Record<
    Schedule['state'],
    string
  >,
} as const
