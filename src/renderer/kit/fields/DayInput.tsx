import { makeStyles } from '@fluentui/react-components'
import { DatePicker } from '@fluentui/react-datepicker-compat'
import { CALENDAR_TEXTS, dayOf, dayText } from './dates.ts'

const useStyles = makeStyles({ root: { width: '150px', minWidth: 0 } })

/** Monday. */
const FIRST_DAY = 1

/** The calendar's headline. */
const formatMonth = (date: Date): string => `${date.getFullYear()} 年 ${date.getMonth() + 1} 月`
const FORMATTING = {
  formatMonthDayYear: (date: Date): string => `${formatMonth(date)} ${date.getDate()} 日`,
  formatMonth,
  formatMonthYear: formatMonth,
  formatDay: (date: Date): string => String(date.getDate()),
  formatYear: (date: Date): string => `${date.getFullYear()} 年`,
}

interface Props {
  label: string
  value: Date | null
  onChange: (day: Date | null) => void
  placeholder?: string
  disabled?: boolean
  invalid?: boolean
}

/** One day: typed in any usual way, or chosen from the calendar. A text that is no day is taken back. */
export function DayInput({ label, value, onChange, placeholder = '', disabled = false, invalid = false }: Props) {
  const styles = useStyles()
  return (
    <DatePicker
      className={styles.root}
      aria-label={label}
      aria-invalid={invalid}
      allowTextInput
      disabled={disabled}
      firstDayOfWeek={FIRST_DAY}
      formatDate={dayText}
      parseDateFromString={dayOf}
      strings={CALENDAR_TEXTS}
      calendar={{ dateTimeFormatter: FORMATTING }}
      placeholder={placeholder}
      value={value}
      onSelectDate={(day) => onChange(day ?? null)}
    />
  )
}
