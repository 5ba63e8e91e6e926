import { Input, makeStyles, tokens } from '@fluentui/react-components'
import { focusRef } from '#renderer/kit/fields/focusRef.ts'
import { FieldFrame } from '#renderer/kit/fields/FieldFrame.tsx'
import { DayInput } from '#renderer/kit/fields/DayInput.tsx'
import { dayOf, dayText } from '#renderer/kit/fields/dates.ts'
import type { EntryBound } from './entryBound.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  time: { width: '150px' },
})

/** `HH:mm` of an input that leaves out whole minutes' seconds, or `HH:mm:ss`, as `HH:mm:ss`. */
const withSeconds = (time: string): string => (time.length === 'HH:mm'.length ? `${time}:00` : time)
const timeOf = (text: string): string => /\d{2}:\d{2}(:\d{2})?/.exec(text)?.[0] ?? ''

/** `yyyy-MM-dd`, with `time` `yyyy-MM-dd HH:mm:ss`; '' for none. */
export function DateField({ time, ...frame }: EntryBound & { time: boolean }) {
  const styles = useStyles()
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }, invalid) => {
        const text = typeof value === 'string' ? value : ''
        const day = dayOf(text)
        const put = (next: Date | null, clock: string): void =>
          onChange(next ? dayText(next) + (time ? ` ${withSeconds(clock || '00:00')}` : '') : '')
        return (
          <div ref={focusRef(ref)} className={styles.root} onBlur={onBlur}>
            <DayInput
              label={time ? `${frame.label}日期` : frame.label}
              placeholder="选择日期"
              value={day}
              invalid={invalid}
              onChange={(next) => put(next, timeOf(text))}
            />
            {time && (
              <Input
                type="time"
                step={1}
                className={styles.time}
                aria-label={`${frame.label}时间`}
                value={timeOf(text)}
                onChange={(_event, data) => put(day ?? new Date(), data.value)}
              />
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}
