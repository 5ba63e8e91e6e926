import { Field } from '@fluentui/react-components'
import type { ReactElement } from 'react'
import { type ControllerRenderProps, type FieldValues, useController } from 'react-hook-form'
import type { Bound } from './bound.ts'

type Value<In extends FieldValues> = ControllerRenderProps<In, Bound<In, unknown>['name']>

/** Label, hint and error around one input that is bound to a form value. */
export function FieldFrame<In extends FieldValues, Out>({
  control,
  name,
  label,
  required,
  hint,
  children,
}: Bound<In, Out> & { children: (field: Value<In>) => ReactElement }) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field label={label} required={required ?? false} hint={hint} validationMessage={fieldState.error?.message}>
      {children(field)}
    </Field>
  )
}
