import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { SEND_NOW, SEND_ON_DATE } from '#shared/contract/outgoing.ts'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  type: FieldPath<In>
  time: FieldPath<In>
}

/** Sends at once or at a set time (C·§4). */
export function SendTimeFields<In extends FieldValues, Out>({ control, type, time }: Props<In, Out>) {
  const chosen: unknown = useWatch({ control, name: type })
  return (
    <>
      <RadioGroupField
        control={control}
        name={type}
        label="发送方式"
        options={[
          { value: SEND_NOW, title: '立即发送' },
          { value: SEND_ON_DATE, title: '定时发送' },
        ]}
      />
      {chosen === SEND_ON_DATE && <DayField control={control} name={time} label="发送时间" required time />}
    </>
  )
}
