import { Input, makeStyles, tokens } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import { type KeyboardEvent, useState } from 'react'
import type { Bound } from './bound.ts'
import { dayOf, dayText } from './dates.ts'
import { DayInput } from './DayInput.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'
import { parseTime, timeOf } from './times.ts'
import { useToast } from '../feedback/useToast.ts'

const useStyles = makeStyles({ root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS } })

/** A form's day as text, `yyyy-MM-dd`; with `time` a day and time, `yyyy-MM-dd HH:mm:ss`. '' for none. */
export function DayField<In extends FieldValues, Out>(props: Bound<In, Out> & { time?: boolean }) {
  const { time = false, disabled = false, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }, invalid) => {
        const text = typeof value === 'string' ? value : ''
        const day = dayOf(text)
        const setValue = (next: Date | null, clock: string): void =>
          onChange(next ? dayText(next) + (time ? ` ${clock || '00:00:00'}` : '') : '')
        return (
          <div ref={focusRef(ref)} className={styles.root} onBlur={onBlur}>
            <DayInput
              label={time ? `${frame.label}日期` : frame.label}
              placeholder="选择日期"
              value={day}
              disabled={disabled}
              invalid={invalid}
              onChange={(next) => setValue(next, timeOf(text))}
            />
            {time && (
              <TimeInput
                label={`${frame.label}时间`}
                value={timeOf(text)}
                disabled={disabled}
                invalid={invalid}
                // A time without a day gets today's date.
                onChange={(clock) => setValue(day ?? new Date(), clock)}
              />
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}

const useTimeInputStyles = makeStyles({ root: { width: '120px', minWidth: 0 } })

const invalidTimeMessage = (text: string): string => `“${text}”不是有效的时间，格式应为 HH:mm:ss，例如 09:30:00`

interface TimeInputProps {
  label: string
  /** `HH:mm:ss`, or '' for none. */
  value: string
  onChange: (time: string) => void
  disabled?: boolean
  invalid?: boolean
}

/**
 * A 24-hour time of day in every language of the browser; the native time input shows AM and PM in some. Invalid text is
 * reported and reverted on blur, or with Escape, which then closes nothing.
 */
function TimeInput({ label, value, onChange, disabled = false, invalid = false }: TimeInputProps) {
  const styles = useTimeInputStyles()
  const toast = useToast()
  // The raw text until the field is left; null: nothing typed.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string): void => {
    setTyped(text)
    const time = text.trim() === '' ? '' : parseTime(text)
    if (time !== null && time !== value) onChange(time)
  }
  const isInvalid = typed !== null && typed.trim() !== '' && parseTime(typed) === null
  const leave = (): void => {
    if (isInvalid) toast.error(invalidTimeMessage(typed))
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isInvalid) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  return (
    <Input
      className={styles.root}
      aria-label={label}
      aria-invalid={invalid}
      placeholder="时:分:秒"
      inputMode="numeric"
      maxLength={12}
      disabled={disabled}
      value={typed ?? value}
      onChange={(_event, data) => type(data.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  )
}
