import { Button, Link, makeStyles, Spinner, Text, Title2, tokens } from '@fluentui/react-components'
import { useLocation, useNavigate } from 'react-router-dom'
import { passwordChange } from '#shared/contract/account.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { redirectTarget } from '#renderer/ui/page/redirect.ts'
import { PasswordChangeFields } from '#renderer/features/session/PasswordChangeFields.tsx'

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  submit: { marginTop: tokens.spacingVerticalS },
})

/**
 * Shown when the password was set by an administrator or has expired: it must be changed before any other page opens.
 */
export function FirstPassword() {
  const styles = useStyles()
  const navigate = useNavigate()
  const { search } = useLocation()
  const session = useSession()
  const change = useSessionAction('session.changePassword', { success: '密码已修改' })
  const leave = useSessionAction('session.signOut', { onSuccess: () => void navigate('/login') })
  const { control, busy, submit } = useSaveForm({
    schema: passwordChange,
    values: { oldPassword: '', newPassword: '', reNewPassword: '' },
    releaseMs: 0,
    save: change.mutateAsync,
    onClose: () => void navigate(redirectTarget(search), { replace: true }),
  })
  return (
    <FrontDoor>
      <div className={styles.heading}>
        <Title2 as="h1" className={styles.title}>
          请先修改密码
        </Title2>
        <Text
          className={styles.muted}
        >{`账号 ${session?.username ?? ''} 的密码由管理员设置，或已超过有效期。为保证安全，请设置新密码后继续使用。`}</Text>
      </div>
      <form className={styles.form} noValidate onSubmit={submit}>
        <PasswordChangeFields control={control} />
        <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? <Spinner size="tiny" label="正在保存…" /> : '保存新密码'}
        </Button>
      </form>
      <Link onClick={() => leave.mutate({})}>退出登录</Link>
    </FrontDoor>
  )
}
