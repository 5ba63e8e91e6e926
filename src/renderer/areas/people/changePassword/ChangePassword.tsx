import { useState } from 'react'
import { passwordChange } from '#shared/contract/account.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { PasswordChangeFields } from '#renderer/features/session/PasswordChangeFields.tsx'
import { PASSWORD } from '#renderer/features/session/text.ts'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'

const NOTHING = { oldPassword: '', newPassword: '', reNewPassword: '' }

/** C·§2 Change password page. The host encrypts all three (C·§5); other sessions of the account end. */
export function ChangePassword() {
  const change = useSessionAction('session.changePassword', { success: PASSWORD.done })
  // A saved form is empty again.
  const [saved, setSaved] = useState(0)
  return (
    <Page>
      <PageHeader title={PASSWORD.title} text={PASSWORD.text} />
      <ResourceForm
        key={saved}
        title={PASSWORD.title}
        schema={passwordChange}
        values={NOTHING}
        save={change.mutateAsync}
        saveText={PASSWORD.save}
        onSaved={() => setSaved(saved + 1)}
      >
        {(control) => <PasswordChangeFields control={control} />}
      </ResourceForm>
    </Page>
  )
}
