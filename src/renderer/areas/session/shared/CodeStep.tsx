import { Button, Link, makeStyles, Spinner, Subtitle1, Text, tokens } from '@fluentui/react-components'
import { z } from 'zod'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import type { Saved } from '#renderer/ui/form/useSaveForm.ts'
import { CodeField } from '#renderer/features/session/secondFactor/CodeField.tsx'
import { FACTOR } from '#renderer/features/session/secondFactor/text.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

const schema = z.object({ factorCode: z.string().trim().min(1, FACTOR.missing) })

interface Props {
  /** Signs in with the code; a refusal leaves the form open, its code taken out. */
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
          {FACTOR.title}
        </Subtitle1>
        <Text className={styles.muted}>{FACTOR.ask}</Text>
      </div>
      <CodeField control={control} name="factorCode" label={FACTOR.code} hint={FACTOR.askHint} autoFocus />
      <Button type="submit" appearance="primary" size="large" disabledFocusable={busy}>
        {busy ? <Spinner size="tiny" label="正在登录…" /> : FACTOR.signIn}
      </Button>
      <Link as="button" type="button" onClick={onBack}>
        {FACTOR.back}
      </Link>
    </form>
  )
}
