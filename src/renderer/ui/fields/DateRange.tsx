import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ChevronDownRegular, DismissRegular } from '@fluentui/react-icons'
import type { Ref } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type DateRangeValue, dayOf, QUICK_RANGES, rangeOf } from './dates.ts'
import { DayInput } from './DayInput.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
})

interface Props {
  value: DateRangeValue
  onChange: (value: DateRangeValue) => void
  /** 日期 by default; part of the names of both ends. */
  label?: string
  disabled?: boolean
  invalid?: boolean
  rootRef?: Ref<HTMLDivElement>
}

const quickRange = (from: (today: Date) => Date): DateRangeValue => {
  const today = new Date()
  return rangeOf(from(today), today)
}

/** A range of whole days; either end may be open. Setting one end past the other moves the other too. */
export function DateRange({ value, onChange, label = '日期', disabled = false, invalid = false, rootRef }: Props) {
  const styles = useStyles()
  const start = dayOf(value.start)
  const end = dayOf(value.end)
  const common = { disabled, invalid }
  return (
    <div ref={rootRef} className={styles.root} role="group" aria-label={label}>
      <DayInput
        {...common}
        label={`开始${label}`}
        placeholder={`开始${label}`}
        value={start}
        onChange={(day) => onChange(rangeOf(day, day && end && end < day ? day : end))}
      />
      <Text>至</Text>
      <DayInput
        {...common}
        label={`结束${label}`}
        placeholder={`结束${label}`}
        value={end}
        onChange={(day) => onChange(rangeOf(day && start && day < start ? day : start, day))}
      />
      {!disabled && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button
              appearance="subtle"
              size="small"
              icon={<ChevronDownRegular />}
              iconPosition="after"
              aria-label={`快捷选择${label}`}
            >
              快捷选择
            </Button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {QUICK_RANGES.map(({ title, from }) => (
                <MenuItem key={title} onClick={() => onChange(quickRange(from))}>
                  {title}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      {(start || end) && !disabled && (
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={`清空${label}`}
          onClick={() => onChange(rangeOf(null, null))}
        />
      )}
    </div>
  )
}

/** A form's DateRange: `{start, end}`. */
export function DateRangeField<In extends FieldValues, Out>({ disabled = false, ...frame }: Bound<In, Out>) {
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, ref }, invalid) => (
        <DateRange {...{ disabled, invalid, onChange }} value={value ?? rangeOf(null, null)} rootRef={focusRef(ref)} />
      )}
    </FieldFrame>
  )
}
