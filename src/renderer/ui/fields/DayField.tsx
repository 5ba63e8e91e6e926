import { makeStyles, tokens } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { dayOf, dayText } from './dates.ts'
import { DayInput } from './DayInput.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'
import { TimeInput } from './TimeInput.tsx'
import { timeOf } from './times.ts'

const useStyles = makeStyles({ root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS } })

/** A form's day as text, `yyyy-MM-dd`; with `time` a moment, `yyyy-MM-dd HH:mm:ss`. '' for none. */
export function DayField<In extends FieldValues, Out>(props: Bound<In, Out> & { time?: boolean }) {
  const { time = false, disabled = false, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }, invalid) => {
        const text = typeof value === 'string' ? value : ''
        const day = dayOf(text)
        const put = (next: Date | null, clock: string): void =>
          onChange(next ? dayText(next) + (time ? ` ${clock || '00:00:00'}` : '') : '')
        return (
          <div ref={focusRef(ref)} className={styles.root} onBlur={onBlur}>
            <DayInput
              label={time ? `${frame.label}日期` : frame.label}
              placeholder="选择日期"
              value={day}
              disabled={disabled}
              invalid={invalid}
              onChange={(next) => put(next, timeOf(text))}
            />
            {time && (
              <TimeInput
                label={`${frame.label}时间`}
                value={timeOf(text)}
                disabled={disabled}
                invalid={invalid}
                // A time alone is one of today.
                onChange={(clock) => put(day ?? new Date(), clock)}
              />
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}
