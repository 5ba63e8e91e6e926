const two = (n: number): string => String(n).padStart(2, '0')

/** A day as the documents show it, `yyyy-MM-dd`; '' for none. */
export const dayText = (day: Date | null | undefined): string =>
  day ? `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}` : ''

const SHAPES = [/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?/, /^(\d{4})(\d{2})(\d{2})$/]

/** Parses a day: 2026-1-5, 2026/01/05, 20260105, 2026年1月5日, optionally followed by a time; null when it is none. */
export function dayOf(text: string): Date | null {
  const plain = text.normalize('NFKC').trim()
  for (const shape of SHAPES) {
    const [, year, month, date] = shape.exec(plain) ?? []
    const day = new Date(Number(year), Number(month) - 1, Number(date))
    // 2026-02-31 would become 3 March.
    if (date && day.getMonth() === Number(month) - 1 && day.getDate() === Number(date)) return day
  }
  return null
}

/** Both ends as `yyyy-MM-dd HH:mm:ss`; '' for an open one. */
export interface DateRangeValue {
  start: string
  end: string
}

/** The range of whole days; the end is 23:59:59 of its day. */
export const rangeOf = (start: Date | null, end: Date | null): DateRangeValue => ({
  start: start ? `${dayText(start)} 00:00:00` : '',
  end: end ? `${dayText(end)} 23:59:59` : '',
})

/** Common ranges; each ends today. */
export const QUICK_RANGES: readonly { title: string; from: (today: Date) => Date }[] = [
  { title: '今天', from: (today) => today },
  { title: '近 7 天', from: (today) => daysBefore(today, 6) },
  { title: '近 30 天', from: (today) => daysBefore(today, 29) },
  { title: '本月', from: (today) => new Date(today.getFullYear(), today.getMonth(), 1) },
]

const daysBefore = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() - days)

const MONTHS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'].map((each) => `${each}月`)
const DAYS = ['日', '一', '二', '三', '四', '五', '六']

/** Texts of the calendar. */
export const CALENDAR_TEXTS = {
  months: MONTHS,
  shortMonths: MONTHS,
  days: DAYS.map((each) => `星期${each}`),
  shortDays: DAYS,
  goToToday: '今天',
  prevMonthAriaLabel: '上个月',
  nextMonthAriaLabel: '下个月',
  prevYearAriaLabel: '上一年',
  nextYearAriaLabel: '下一年',
  prevYearRangeAriaLabel: '前几年',
  nextYearRangeAriaLabel: '后几年',
  monthPickerHeaderAriaLabel: '{0}，选择年份',
  yearPickerHeaderAriaLabel: '{0}，选择月份',
  closeButtonAriaLabel: '关闭',
  weekNumberFormatString: '第 {0} 周',
  selectedDateFormatString: '已选 {0}',
  todayDateFormatString: '今天 {0}',
  dayMarkedAriaLabel: '有标记',
}
