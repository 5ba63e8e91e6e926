import { useState } from 'react'
import { passwordChange } from '#shared/contract/account.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { PasswordChangeFields } from '#renderer/features/session/PasswordChangeFields.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'

const EMPTY_FORM = { oldPassword: '', newPassword: '', reNewPassword: '' }

/** C·§2 Change password page. The host encrypts all three (C·§5); other sessions of the account end. */
export function ChangePassword() {
  const change = useSessionAction('session.changePassword', { success: '更新成功' })
  // A new key empties the form after it is saved.
  const [saved, setSaved] = useState(0)
  return (
    <Page>
      <PageHeader title="修改密码" text="修改后，其他设备上的登录将立即退出" />
      <ResourceForm
        key={saved}
        title="修改密码"
        schema={passwordChange}
        values={EMPTY_FORM}
        save={change.mutateAsync}
        saveText="保存新密码"
        onSaved={() => setSaved(saved + 1)}
      >
        {(control) => <PasswordChangeFields control={control} />}
      </ResourceForm>
    </Page>
  )
}
