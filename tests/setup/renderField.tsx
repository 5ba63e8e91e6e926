import { act } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { type Control, useForm, type UseFormReturn } from 'react-hook-form'
import { requireValue } from '#shared/util/assertNever.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'

interface OneValue {
  value: unknown
}
type Form = UseFormReturn<OneValue, unknown, OneValue>

/** The form around the field under test. */
export interface Shown {
  /** What stands in the form now. */
  value: () => unknown
  /** Says that the value is wrong, or one of its entries. */
  refuse: (message: string, entry?: number) => void
  /** What a form does with its first broken rule. */
  focus: () => void
  /** Puts another value in its place, as a reset does. */
  put: (value: unknown) => void
}

/** Draws one form field, whose value is called `value`, with `start` in it. */
export function renderField(
  start: unknown,
  field: (control: Control<OneValue, unknown, OneValue>) => ReactNode,
  host: FakeBridge = aHost(),
): Shown {
  const made: { form: Form | null } = { form: null }
  function Harness() {
    const form = useForm<OneValue, unknown, OneValue>({ defaultValues: { value: start } })
    useEffect(() => {
      made.form = form
    }, [form])
    return <form>{field(form.control)}</form>
  }
  renderUi(<Harness />, { host })
  const form = (): Form => requireValue(made.form, 'it is drawn')
  return {
    value: () => form().getValues('value'),
    refuse: (message, entry) =>
      act(() => form().setError(`value${entry === undefined ? '' : `.${entry}`}` as 'value', { message })),
    focus: () => act(() => form().setFocus('value')),
    put: (value) => act(() => form().setValue('value', value)),
  }
}
