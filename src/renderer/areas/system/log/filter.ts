import type { LOG } from './text.ts'

/** What the list is narrowed by, besides the keyword. */
export const NO_FILTER = {
  accountId: 0,
  siteId: undefined as number | undefined,
  area: '',
  result: '' as (typeof LOG.results)[number]['value'],
  postTimeBegin: '',
  postTimeEnd: '',
}
export type LogFilter = typeof NO_FILTER
