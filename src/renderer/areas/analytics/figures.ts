import type { AnalyticsFigures } from '#shared/contract/analytics.ts'

const padTwo = (value: number): string => String(value).padStart(2, '0')

/** Seconds as hh:mm:ss (C·§9); hours are not limited to 24. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(padTwo).join(':')
}

/** The five figures of the screen (C·§2); a missing figure is shown as `--`. */
export const FIGURES: readonly { title: string; text: (figures: AnalyticsFigures) => string }[] = [
  { title: '浏览量（PV）', text: ({ pv_count }) => formatNumber(pv_count) },
  { title: '访客数（UV）', text: ({ visitor_count }) => formatNumber(visitor_count) },
  { title: 'IP 数', text: ({ ip_count }) => formatNumber(ip_count) },
  { title: '跳出率', text: ({ bounce_ratio }) => (bounce_ratio === null ? '--' : `${bounce_ratio}%`) },
  {
    title: '平均访问时长',
    text: ({ avg_visit_time }) => (avg_visit_time === null ? '--' : formatDuration(avg_visit_time)),
  },
]

const formatNumber = (value: number | null): string => (value === null ? '--' : value.toLocaleString('zh-CN'))
