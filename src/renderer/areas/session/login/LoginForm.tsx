import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { KeyRegular, PersonRegular, ShieldKeyholeRegular } from '@fluentui/react-icons'
import { credentials } from '#shared/contract/account.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { Captcha } from './Captcha.tsx'
import { useCaptcha } from './useCaptcha.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  captcha: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 150px',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  submit: { marginTop: tokens.spacingVerticalS },
})

/** Account, password, captcha. A failure refreshes the captcha and keeps the rest. */
export function LoginForm({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const styles = useStyles()
  const captcha = useCaptcha()
  const signIn = useSessionAction('session.signIn', { onSuccess: onSignedIn })

  const { control, form, busy, submit } = useSaveForm({
    schema: credentials,
    values: { username, password: '', imageCodeValue: '' },
    releaseMs: 0,
    onClose: () => {},
    save: async (values) => {
      try {
        return await signIn.mutateAsync({ ...values, imageCodeKey: captcha.codeKey })
      } catch (error) {
        captcha.refresh()
        form.setValue('imageCodeValue', '')
        form.setFocus('imageCodeValue')
        throw error
      }
    },
  })

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        control={control}
        name="username"
        label="用户名"
        autoFocus
        autoComplete="username"
        contentBefore={<PersonRegular />}
      />
      <PasswordField
        control={control}
        name="password"
        label="密码"
        autoComplete="current-password"
        contentBefore={<KeyRegular />}
      />
      <div className={styles.captcha}>
        <TextField
          control={control}
          name="imageCodeValue"
          label="验证码"
          autoComplete="off"
          contentBefore={<ShieldKeyholeRegular />}
        />
        <Captcha captcha={captcha} />
      </div>
      <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
        {busy ? <Spinner size="tiny" label="正在登录…" /> : '登录'}
      </Button>
    </form>
  )
}
