import { PhoneKeyRegular } from '@fluentui/react-icons'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

/** An input for a code of an authenticator app, or for a recovery code. */
export function CodeField<In extends FieldValues, Out>(props: Bound<In, Out> & { autoFocus?: boolean }) {
  return (
    <TextField {...props} required autoComplete="one-time-code" maxLength={64} contentBefore={<PhoneKeyRegular />} />
  )
}
