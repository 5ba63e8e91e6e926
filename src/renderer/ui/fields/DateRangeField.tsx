import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { DateRange } from './DateRange.tsx'
import { rangeOf } from './dates.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

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
