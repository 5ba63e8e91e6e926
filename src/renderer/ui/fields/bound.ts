import type { Control, FieldPath, FieldValues } from 'react-hook-form'

/** Props of every form field: the form's control and the name of the value. */
export interface Bound<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  name: FieldPath<In>
  label: string
  /** Shows the mark; the rule itself is the schema's. */
  required?: boolean | undefined
  hint?: string | undefined
  disabled?: boolean
}
