export const LOG_RESULTS = [
  { value: '', title: '全部结果' },
  { value: 'ok', title: '成功' },
  { value: 'refused', title: '失败' },
] as const

/** The initial filters of the list, besides the keyword. */
export const NO_FILTER = {
  accountId: 0,
  siteId: undefined as number | undefined,
  area: '',
  result: '' as (typeof LOG_RESULTS)[number]['value'],
  postTimeBegin: '',
  postTimeEnd: '',
}
export type LogFilter = typeof NO_FILTER
