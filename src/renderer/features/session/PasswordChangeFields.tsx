import type { Control, FieldPath } from 'react-hook-form'
import type { z } from 'zod'
import type { passwordChange } from '#shared/contract/account.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { PASSWORD } from './text.ts'

type Form = z.input<typeof passwordChange>

/** C·§2 Change password page: old, new, confirm. */
export function PasswordChangeFields({
  control,
}: {
  control: Control<Form, unknown, z.output<typeof passwordChange>>
}) {
  const at = (name: FieldPath<Form>, label: string) => ({ control, name, label, required: true })
  return (
    <>
      <PasswordField {...at('oldPassword', PASSWORD.old)} autoComplete="current-password" />
      <PasswordField {...at('newPassword', PASSWORD.new)} placeholder={PASSWORD.hint} autoComplete="new-password" />
      <PasswordField {...at('reNewPassword', PASSWORD.confirm)} autoComplete="new-password" />
    </>
  )
}
