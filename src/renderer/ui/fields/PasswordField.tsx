import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type TextExtras, TextField } from './TextField.tsx'
import { useReveal } from './useReveal.tsx'

/** A password input with a button that reveals the text (C·§2). */
export function PasswordField<In extends FieldValues, Out>(
  props: Bound<In, Out> & Pick<TextExtras, 'placeholder' | 'autoComplete' | 'contentBefore'>,
) {
  return <TextField {...props} {...useReveal()} />
}
