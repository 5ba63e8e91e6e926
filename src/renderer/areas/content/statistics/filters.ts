/** What the statistics are narrowed to; an empty list and an open end narrow nothing. */
export interface StatisticsFilters {
  siteIds: number[]
  classIds: number[]
  roleIds: number[]
  /** Each with all below it. */
  departments: number[]
  /** As the date range gives them: `yyyy-MM-dd HH:mm:ss`, '' for open. */
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
/** An address typed by hand may hold anything. */
const idsOf = (list: readonly unknown[]): number[] =>
  list.filter((each): each is number => Number.isInteger(each) && Number(each) > 0)

/** The input of call 88 and of its sheet. */
export const inputOf = ({ siteIds, classIds, roleIds, departments, start, end }: StatisticsFilters) => ({
  siteIds: idsOf(siteIds),
  classIds: idsOf(classIds),
  roleIds: idsOf(roleIds),
  departments: idsOf(departments),
  startDate: dayOf(start),
  // B·§9: the end of a range goes to 23:59:59.
  endDate: dayOf(end) && `${dayOf(end)} 23:59:59`,
})
