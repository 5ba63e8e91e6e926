import type { Control, FieldPath } from 'react-hook-form'
import type { z } from 'zod'
import type { passwordChange } from '#shared/contract/account.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'

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
      <PasswordField {...at('oldPassword', '旧密码')} autoComplete="current-password" />
      <PasswordField
        {...at('newPassword', '新密码')}
        placeholder="数字、大小写字母，8-24 位"
        autoComplete="new-password"
      />
      <PasswordField {...at('reNewPassword', '确认密码')} autoComplete="new-password" />
    </>
  )
}
