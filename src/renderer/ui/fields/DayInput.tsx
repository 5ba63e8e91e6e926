import { makeStyles } from '@fluentui/react-components'
import { DatePicker } from '@fluentui/react-datepicker-compat'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useToast } from '../feedback/useToast.ts'
import { CALENDAR_TEXTS, dayOf, dayText } from './dates.ts'
import { commitInput } from './commitInput.ts'

const useStyles = makeStyles({
  root: { width: '150px', minWidth: 0, cursor: 'text' },
  input: { cursor: 'text' },
  sign: { cursor: 'pointer' },
})

const invalidDayMessage = (text: string): string => `“${text}”不是有效的日期，格式应为 YYYY-MM-DD，例如 2026-03-01`

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

/**
 * An input for one day: typed in any usual form, or chosen from the calendar, which the icon or the arrow down key
 * opens. A complete `yyyy-MM-dd` is applied while typing; other forms on blur, Enter or Escape (which then closes
 * nothing). Invalid text is reported and reverted.
 */
export function DayInput({ label, value, onChange, placeholder = '', disabled = false, invalid = false }: Props) {
  const styles = useStyles()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef('')
  const [isOpen, setIsOpen] = useState(false)
  const text = dayText(value)
  // Memoised: the picker replaces the typed text whenever it gets another Date object.
  const day = useMemo(() => dayOf(text), [text])
  const type = (next: string): void => {
    typed.current = next
    const whole = dayOf(next)
    if (whole && dayText(whole) === next && next !== text) onChange(whole)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') setIsOpen(true)
    if (event.key !== 'Escape' || isOpen || event.currentTarget.value === text) return
    event.preventDefault()
    event.stopPropagation()
    commitInput(event.currentTarget)
  }
  const close = (): void => {
    setIsOpen(false)
    const calendar = document.activeElement?.closest('[role=dialog]')
    // The focus is in the calendar, which is about to be removed.
    if (calendar && calendar.id === input.current?.getAttribute('aria-controls')) input.current.focus()
  }
  return (
    <DatePicker
      ref={input}
      className={styles.root}
      input={{ className: styles.input }}
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
      value={day}
      onSelectDate={(chosen) => onChange(chosen ?? null)}
      onChange={(_event, data) => type(data.value)}
      onValidationResult={({ error }) => error === 'invalid-input' && toast.error(invalidDayMessage(typed.current))}
      // The picker may only close: it would also open on click and Enter and then replace the typed text.
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      onKeyDown={onKeyDown}
      contentAfter={{
        className: styles.sign,
        'aria-labelledby': undefined,
        'aria-label': `打开${label}的日历`,
        onClick: () => !disabled && setIsOpen(!isOpen),
      }}
      popupSurface={{ 'aria-label': `${label}的日历` }}
    />
  )
}
