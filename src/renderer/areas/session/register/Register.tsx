import {
  Button,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  Title2,
  tokens,
} from '@fluentui/react-components'
import { KeyRegular, PersonRegular, PhoneRegular, ShieldKeyholeRegular } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import { PHONE_LENGTH, registerForm, RESEND_SECONDS } from '#shared/contract/registration.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { useEffect, useState } from 'react'

/** Remaining seconds; `start` restarts the countdown. */
function useCountdown(seconds: number): { left: number; start: () => void } {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) setEnd(0)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  const start = (): void => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return { left: end === 0 ? 0 : left, start }
}

const useStyles = makeStyles({
  title: { margin: 0 },
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  code: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 150px',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  // In line with the input beside it, below that input's label.
  send: { marginTop: '26px', height: '32px', minWidth: 0, paddingInline: tokens.spacingHorizontalS },
  submit: { marginTop: tokens.spacingVerticalS },
})

const EMPTY_FORM = { username: '', phone: '', phoneCode: '', password: '' }

/** C·§2 Register page: user name, phone, phone code, password, and a link to the sign-in page. */
export function Register() {
  const styles = useStyles()
  const navigate = useNavigate()
  const isClosed = useRead('registration.state', {}, { quiet: true }).data?.isOpen === false
  return (
    <FrontDoor>
      <Title2 as="h1" className={styles.title}>
        注册账号
      </Title2>
      {isClosed ? (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>管理员未开启注册，请联系管理员开通账号。</MessageBarBody>
        </MessageBar>
      ) : (
        <RegisterForm onDone={(username) => void navigate('/login', { state: { username } })} />
      )}
      <Link onClick={() => void navigate('/login')}>已有账号，登录</Link>
    </FrontDoor>
  )
}

function RegisterForm({ onDone }: { onDone: (username: string) => void }) {
  const styles = useStyles()
  const register = useWrite('registration.register')
  const send = useWrite('registration.sendPhoneCode')
  const { left, start } = useCountdown(RESEND_SECONDS)
  const { control, form, busy, submit } = useSaveForm({
    schema: registerForm,
    values: EMPTY_FORM,
    releaseMs: 0,
    save: register.mutateAsync,
    onClose: () => onDone(form.getValues('username').trim()),
  })
  const isWaiting = left > 0 || send.isPending
  const sendCode = async (): Promise<void> => {
    if (isWaiting) return
    if (!(await form.trigger('phone', { shouldFocus: true }))) return
    send.mutate(
      { phone: form.getValues('phone').trim() },
      {
        onSuccess: () => {
          start()
          form.setFocus('phoneCode')
        },
      },
    )
  }
  const field = { control, required: true } as const
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        {...field}
        name="username"
        label="用户名"
        autoFocus
        autoComplete="username"
        contentBefore={<PersonRegular />}
      />
      <TextField
        {...field}
        name="phone"
        label="手机号"
        type="tel"
        maxLength={PHONE_LENGTH}
        autoComplete="tel-national"
        contentBefore={<PhoneRegular />}
      />
      <div className={styles.code}>
        <TextField
          {...field}
          name="phoneCode"
          label="手机验证码"
          hint={left > 0 ? '未收到短信时，请联系管理员获取验证码' : undefined}
          maxLength={16}
          autoComplete="one-time-code"
          contentBefore={<ShieldKeyholeRegular />}
        />
        <Button className={styles.send} disabledFocusable={isWaiting} onClick={() => void sendCode()}>
          {left > 0 ? `${left} 秒后重新获取` : '获取验证码'}
        </Button>
      </div>
      <PasswordField
        {...field}
        name="password"
        label="密码"
        autoComplete="new-password"
        contentBefore={<KeyRegular />}
      />
      <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
        {busy ? <Spinner size="tiny" label="正在注册…" /> : '注册'}
      </Button>
    </form>
  )
}
