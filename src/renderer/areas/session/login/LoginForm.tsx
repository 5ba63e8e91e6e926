import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components'
import { KeyRegular, PersonRegular, ShieldKeyholeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { credentials } from '#shared/contract/account.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import type { FactOf } from '#shared/errors/facts.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { codeAsked, maySendAgain } from '../shared/codeAsked.ts'
import { CodeStep } from '../shared/CodeStep.tsx'
import { Captcha } from './Captcha.tsx'
import { useCaptcha } from './useCaptcha.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  hidden: { display: 'none' },
  captcha: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 150px',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  submit: { marginTop: tokens.spacingVerticalS },
})

/**
 * Account, password, captcha; then the code of a second factor, for accounts that have one. A failure refreshes the captcha
 * and keeps the rest.
 */
export function LoginForm({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const styles = useStyles()
  const captcha = useCaptcha()
  const [first, setFirst] = useState<InputOf<'session.signIn'> | null>(null)
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
        const asked = codeAsked(error)
        if (asked) {
          suppressToast(asAppError(error))
          setFirst({ ...values, ...solved(asked) })
          throw error
        }
        captcha.refresh()
        form.setValue('imageCodeValue', '')
        form.setFocus('imageCodeValue')
        throw error
      }
    },
  })

  const back = (): void => {
    setFirst(null)
    captcha.refresh()
    form.setValue('imageCodeValue', '')
  }
  const sendCode = async (filled: InputOf<'session.signIn'>, factorCode: string) => {
    try {
      return await signIn.mutateAsync({ ...filled, factorCode })
    } catch (error) {
      const asked = codeAsked(error)
      if (asked) setFirst({ ...filled, ...solved(asked) })
      else if (!maySendAgain(error)) back()
      throw error
    }
  }

  return (
    <>
      {first && <CodeStep send={(factorCode) => sendCode(first, factorCode)} onBack={back} />}
      <form className={mergeClasses(styles.form, first !== null && styles.hidden)} noValidate onSubmit={submit}>
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
    </>
  )
}

const solved = ({ imageCodeKey, imageCodeValue }: FactOf<'codeNeeded'>) => ({ imageCodeKey, imageCodeValue })
