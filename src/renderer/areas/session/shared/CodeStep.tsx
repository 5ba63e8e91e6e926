import { Button, Link, makeStyles, Spinner, Subtitle1, Text, tokens } from '@fluentui/react-components'
import { z } from 'zod'
import { type Saved, useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { CodeField } from '#renderer/features/session/secondFactor/CodeField.tsx'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

const schema = z.object({ factorCode: z.string().trim().min(1, '请输入验证码') })

interface Props {
  /** Signs in with the code. After a refusal the form stays open with an empty code. */
  send: (factorCode: string) => Promise<Saved>
  onBack: () => void
}

/** The second step of a sign-in. */
export function CodeStep({ send, onBack }: Props) {
  const styles = useStyles()
  const { control, form, busy, submit } = useSaveForm({
    schema,
    values: { factorCode: '' },
    releaseMs: 0,
    onClose: () => {},
    save: async ({ factorCode }) => {
      try {
        return await send(factorCode)
      } catch (error) {
        form.setValue('factorCode', '')
        form.setFocus('factorCode')
        throw error
      }
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.heading}>
        <Subtitle1 as="h2" className={styles.title}>
          两步验证
        </Subtitle1>
        <Text className={styles.muted}>打开手机上的验证器应用，输入“站匠”下显示的 6 位数字。</Text>
      </div>
      <CodeField
        control={control}
        name="factorCode"
        label="两步验证码"
        hint="无法使用手机时，可以输入一个未使用的恢复码"
        autoFocus
      />
      <Button type="submit" appearance="primary" size="large" disabledFocusable={busy}>
        {busy ? <Spinner size="tiny" label="正在登录…" /> : '登录'}
      </Button>
      <Link as="button" type="button" onClick={onBack}>
        返回
      </Link>
    </form>
  )
}
