import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { z } from 'zod'
import { type NewFactor, type OwnFactor } from '#shared/contract/security.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { QrCode } from '#renderer/ui/qrCode/QrCode.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { FACTOR } from './text.ts'

const useStyles = makeStyles({
  steps: { display: 'grid', gap: tokens.spacingVerticalL, justifyItems: 'stretch' },
  code: { display: 'grid', gap: tokens.spacingVerticalM, justifyItems: 'center' },
  secret: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, justifyContent: 'flex-end' },
})

interface Props {
  /** How it was when the set-up began. */
  factor: OwnFactor
  /** What the last button says, once the recovery codes are kept. */
  doneText: string
  onDone: () => void
}

/** Sets up a second factor: proof of identity, the QR code with a first code, and the recovery codes. */
export function SetUp({ factor, doneText, onDone }: Props) {
  const styles = useStyles()
  const [begun, setBegun] = useState<NewFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <div className={styles.steps}>
        <RecoveryCodes codes={codes} />
        <div className={styles.actions}>
          <Button appearance="primary" onClick={onDone}>
            {doneText}
          </Button>
        </div>
      </div>
    )
  if (begun) return <Scan begun={begun} onRestart={() => setBegun(null)} onDone={setCodes} />
  return <Prove factor={factor} onDone={setBegun} />
}

/** What the contract leaves open here: a proof is asked for where there is one. */
const proofOf = ({ isOn, asksPassword }: OwnFactor) =>
  z.object({
    password: asksPassword ? z.string().min(1, '请输入密码') : z.string(),
    factorCode: isOn ? z.string().trim().min(1, FACTOR.missing) : z.string(),
  })

function Prove({ factor, onDone }: { factor: OwnFactor; onDone: (begun: NewFactor) => void }) {
  const styles = useStyles()
  const begin = useWrite('security.beginSecondFactor', { success: false, onSuccess: ({ data }) => onDone(data) })
  const { control, busy, submit } = useSaveForm({
    schema: proofOf(factor),
    values: { password: '', factorCode: '' },
    releaseMs: 0,
    save: begin.mutateAsync,
    onClose: () => {},
  })
  const asks = factor.isOn || factor.asksPassword
  return (
    <form className={styles.steps} noValidate onSubmit={submit}>
      {asks && <Text>{FACTOR.prove}</Text>}
      {factor.asksPassword && (
        <PasswordField control={control} name="password" label="密码" required autoComplete="current-password" />
      )}
      {factor.isOn && <CodeField control={control} name="factorCode" label={FACTOR.code} hint={FACTOR.proveByCode} />}
      <div className={styles.actions}>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          {busy ? <Spinner size="tiny" aria-label="请稍候" /> : asks ? FACTOR.next : FACTOR.begin}
        </Button>
      </div>
    </form>
  )
}

const firstCode = z.object({ factorCode: z.string().trim().min(1, FACTOR.missing) })
/** Easier to type off. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface ScanProps {
  begun: NewFactor
  onRestart: () => void
  onDone: (codes: readonly string[]) => void
}

function Scan({ begun, onRestart, onDone }: ScanProps) {
  const styles = useStyles()
  const confirm = useWrite('security.confirmSecondFactor', { onSuccess: ({ data }) => onDone(data.recoveryCodes) })
  const { control, busy, submit } = useSaveForm({
    schema: firstCode,
    values: { factorCode: '' },
    releaseMs: 0,
    save: confirm.mutateAsync,
    onClose: () => {},
  })
  return (
    <form className={styles.steps} noValidate onSubmit={submit}>
      <Text>{FACTOR.scan}</Text>
      <div className={styles.code}>
        <QrCode text={begun.uri} label={FACTOR.qr} />
        <Text>{FACTOR.byHand}</Text>
        <span className={styles.secret}>
          <span data-testid="secret">{inFours(begun.secret)}</span>
          <CopyButton name={FACTOR.secret} text={begun.secret} />
        </span>
      </div>
      <CodeField control={control} name="factorCode" label={FACTOR.confirm} hint={FACTOR.confirmHint} autoFocus />
      <div className={styles.actions}>
        <Button onClick={onRestart}>{FACTOR.restart}</Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          {busy ? <Spinner size="tiny" aria-label="请稍候" /> : FACTOR.turnOn}
        </Button>
      </div>
    </form>
  )
}
