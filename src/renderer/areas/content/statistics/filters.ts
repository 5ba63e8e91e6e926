/** Filters of the statistics; an empty list or an open end does not filter. */
export interface StatisticsFilters {
  siteIds: number[]
  classIds: number[]
  roleIds: number[]
  /** Departments, each with its descendants. */
  departments: number[]
  /** `yyyy-MM-dd HH:mm:ss`; '' for an open end. */
  start: string
  end: string
}
export const NO_FILTERS: StatisticsFilters = {
  siteIds: [],
  classIds: [],
  roleIds: [],
  departments: [],
  start: '',
  end: '',
}

const DAY = /^\d{4}-\d{2}-\d{2}/
const dayOf = (text: string): string => DAY.exec(text)?.[0] ?? ''
/** Keeps valid ids; an address typed by hand may contain any value. */
const parseIds = (list: readonly unknown[]): number[] =>
  list.filter((each): each is number => Number.isInteger(each) && Number(each) > 0)

/** The input of call 88 and of its sheet. */
export const toInput = ({ siteIds, classIds, roleIds, departments, start, end }: StatisticsFilters) => ({
  siteIds: parseIds(siteIds),
  classIds: parseIds(classIds),
  roleIds: parseIds(roleIds),
  departments: parseIds(departments),
  startDate: dayOf(start),
  // A range ends at 23:59:59 (B·§9).
  endDate: dayOf(end) && `${dayOf(end)} 23:59:59`,
})
