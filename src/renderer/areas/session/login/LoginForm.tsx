import {
  Button,
  Field,
  Input,
  type InputProps,
  makeStyles,
  mergeClasses,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { KeyRegular, PersonRegular, ShieldKeyholeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { InputOf } from '#shared/contract/registry.ts'
import type { CredentialName } from '#shared/domain/credentials.ts'
import type { FactOf } from '#shared/errors/facts.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useReveal } from '#renderer/ui/fields/useReveal.tsx'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import { requiredCodeOf, canResend } from '../shared/requiredCode.ts'
import { type CredentialsForm, useCredentials } from './useCredentials.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { useRead } from '#renderer/data/useRead.ts'

interface CaptchaState {
  /** Data URL; empty while a captcha is loading or after a failure. */
  image: string
  codeKey: string
  failed: boolean
  refresh: () => void
}

/** C·§7: an image of 150×30 with four characters. Each can be used once. */
function useCaptcha(): CaptchaState {
  const { data, isFetching, error, refetch } = useRead('account.captcha', {
    height: 30,
    length: 4,
    width: 150,
    charType: 3,
    imageType: 1,
  })
  const current = isFetching ? undefined : data
  return {
    image: current?.base64Image ?? '',
    codeKey: current?.codeKey ?? '',
    failed: error !== null && !isFetching,
    refresh: () => void refetch(),
  }
}

/** The captcha image; a click fetches a new one. */
function Captcha({ captcha }: { captcha: CaptchaState }) {
  const styles = useStyles()
  return (
    <button
      type="button"
      className={styles.button}
      title="看不清？点击换一张"
      aria-label="验证码图片，点击换一张"
      onClick={captcha.refresh}
    >
      {captcha.image && <img className={styles.image} src={captcha.image} alt="" />}
      {!captcha.image && (captcha.failed ? '点击重新获取' : <Spinner size="tiny" aria-label="正在读取验证码" />)}
    </button>
  )
}

/** Loaded lazily: most accounts sign in without a second step. */
const CodeStep = lazyComponent(
  async () => (await import('../shared/CodeStep.tsx')).CodeStep,
  <Spinner size="tiny" aria-label="正在打开" />,
)

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
  button: {
    display: 'grid',
    placeItems: 'center',
    width: '150px',
    height: '32px',
    // Aligns the image with the input beside it, below that input's label.
    marginTop: '26px',
    padding: 0,
    cursor: 'pointer',
    color: '#242424',
    backgroundColor: PAPER.white,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  image: { width: '150px', height: '30px' },
})

/**
 * Account, password and captcha; then the code for accounts with a second factor. A failure refreshes the captcha
 * and keeps the rest.
 */
export function LoginForm({ username, onSignedIn }: { username: string; onSignedIn: (username: string) => void }) {
  const styles = useStyles()
  const captcha = useCaptcha()
  const [pendingSignIn, setPendingSignIn] = useState<InputOf<'session.signIn'> | null>(null)
  const signIn = useSessionAction('session.signIn', { onSuccess: ({ data }) => onSignedIn(data.username) })
  const reveal = useReveal()
  const form = useCredentials(username, async (values, askAgain) => {
    try {
      return await signIn.mutateAsync({ ...values, imageCodeKey: captcha.codeKey })
    } catch (error) {
      const asked = requiredCodeOf(error)
      if (asked) {
        suppressToast(toAppError(error))
        setPendingSignIn({ ...values, ...toCaptchaFields(asked) })
        throw error
      }
      captcha.refresh()
      askAgain('imageCodeValue')
      throw error
    }
  })

  const back = (): void => {
    setPendingSignIn(null)
    captcha.refresh()
    form.type('imageCodeValue', '')
  }
  const sendCode = async (filled: InputOf<'session.signIn'>, factorCode: string) => {
    try {
      return await signIn.mutateAsync({ ...filled, factorCode })
    } catch (error) {
      const asked = requiredCodeOf(error)
      if (asked) setPendingSignIn({ ...filled, ...toCaptchaFields(asked) })
      else if (!canResend(error)) back()
      throw error
    }
  }

  return (
    <>
      {pendingSignIn && <CodeStep send={(factorCode) => sendCode(pendingSignIn, factorCode)} onBack={back} />}
      <form
        className={mergeClasses(styles.form, pendingSignIn !== null && styles.hidden)}
        noValidate
        onSubmit={form.submit}
      >
        <CredentialField
          form={form}
          name="username"
          label="用户名"
          autoFocus
          autoComplete="username"
          contentBefore={<PersonRegular />}
        />
        <CredentialField
          form={form}
          name="password"
          label="密码"
          autoComplete="current-password"
          contentBefore={<KeyRegular />}
          {...reveal}
        />
        <div className={styles.captcha}>
          <CredentialField
            form={form}
            name="imageCodeValue"
            label="验证码"
            autoComplete="off"
            contentBefore={<ShieldKeyholeRegular />}
          />
          <Captcha captcha={captcha} />
        </div>
        <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={form.busy}>
          {form.busy ? <Spinner size="tiny" label="正在登录…" /> : '登录'}
        </Button>
      </form>
    </>
  )
}

interface CredentialFieldProps extends Pick<
  InputProps,
  'autoFocus' | 'autoComplete' | 'contentBefore' | 'contentAfter'
> {
  form: CredentialsForm
  name: CredentialName
  label: string
  type?: 'text' | 'password'
}

function CredentialField({ form, name, label, ...input }: CredentialFieldProps) {
  return (
    <Field label={label} validationMessage={form.problems[name]}>
      <Input
        {...input}
        ref={form.inputs[name]}
        name={name}
        value={form.values[name]}
        onChange={(_event, { value }) => form.type(name, value)}
      />
    </Field>
  )
}

const toCaptchaFields = ({ imageCodeKey, imageCodeValue }: FactOf<'codeNeeded'>) => ({ imageCodeKey, imageCodeValue })
