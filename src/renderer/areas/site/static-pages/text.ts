import type { StaticPlan } from '#shared/contract/statics.ts'
import { WEEKDAYS } from '#shared/util/dates.ts'

/** When a site builds itself, in words. */
export function planText({ every, time, weekdays, hours }: StaticPlan): string {
  if (every === 'hours') return hours === 1 ? '每小时' : `每 ${hours} 小时`
  if (every === 'day' || weekdays.length === WEEKDAYS.length) return `每天 ${time}`
  const days = WEEK.filter((day) => weekdays.includes(day)).map((day) => (WEEKDAYS[day] ?? '').slice(2))
  return `每周${days.join('、')} ${time}`
}

/** The days of a week by their numbers, Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

/** Texts of the static pages, as document A words them where it does. */
export const STATIC_PAGES = {
  /** A·§5 */
  nothingTicked: '请选择数据',
  cleanTitle: '清除静态页面',
  cleanQuestion: (site: string): string =>
    `将清除站点“${site}”的全部静态页面，自动生成和定时生成也会关闭，需要时可以重新生成。确定清除？`,
  /** The call only queues: 清除成功 and 操作成功 are said when the work is done. */
  cleanQueued: '清除任务已加入队列',
  buildQueued: '生成任务已加入队列',
  cleaned: '清除成功',
  built: '操作成功',
  planned: '定时生成',
  planHint: '到时生成整个站点中有变化的页面；站点关闭时不生成，错过的时间不补。',
  timeHint: '服务器所在时区的时和分，例如 03:00。',
  hoursHint: '从服务器所在时区的 0 点算起。',
}
