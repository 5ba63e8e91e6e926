import { Field, FieldContextProvider, useFieldContext_unstable } from '@fluentui/react-components'
import type { ReactElement, ReactNode } from 'react'
import { type ControllerRenderProps, type FieldValues, useController } from 'react-hook-form'
import { messageOf } from './formErrors.ts'
import { useRestoreFocus } from '../focus/useRestoreFocus.ts'
import type { Bound } from './bound.ts'

type Value<In extends FieldValues> = ControllerRenderProps<In, Bound<In, unknown>['name']>

interface Props<In extends FieldValues, Out> extends Bound<In, Out> {
  /** Whether the field has several inputs, each with its own label. */
  group?: boolean
  children: (field: Value<In>, invalid: boolean) => ReactElement
}

/** Label, hint and error around one input (or a group of them) that is bound to a form value. */
export function FieldFrame<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { control, name, label, required, hint, group = false, children } = props
  const { field, fieldState } = useController({ control, name })
  const input = children(field, fieldState.invalid)
  const root = useRestoreFocus<HTMLDivElement>()
  return (
    <Field
      ref={root}
      label={label}
      required={required ?? false}
      hint={hint}
      validationMessage={messageOf(fieldState.error)}
    >
      {group ? <Group>{input}</Group> : input}
    </Field>
  )
}

/** Labels the group as a whole, so that the inputs inside keep their own labels. */
function Group({ children }: { children: ReactNode }) {
  const { labelId, validationMessageId, hintId } = useFieldContext_unstable() ?? {}
  const described = [validationMessageId, hintId].filter(Boolean).join(' ')
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={described || undefined}>
      <FieldContextProvider value={undefined}>{children}</FieldContextProvider>
    </div>
  )
}
