import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { encodeQR } from 'qr'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { type NewFactor, type OwnFactor } from '#shared/contract/security.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

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
  /** State before the set-up. */
  factor: OwnFactor
  /** Label of the last button, below the recovery codes. */
  doneText: string
  onDone: () => void
}

/** Sets up a second factor: proof of identity, the QR code with a first code, and the recovery codes. */
export function SetUp({ factor, doneText, onDone }: Props) {
  const styles = useStyles()
  const [newFactor, setNewFactor] = useState<NewFactor | null>(null)
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
  if (newFactor) return <Scan newFactor={newFactor} onRestart={() => setNewFactor(null)} onDone={setCodes} />
  return <Prove factor={factor} onDone={setNewFactor} />
}

/** Schema of the proof of identity: it requires the proofs that the account has. */
const proofOf = ({ isOn, asksPassword }: OwnFactor) =>
  z.object({
    password: asksPassword ? z.string().min(1, '请输入密码') : z.string(),
    factorCode: isOn ? z.string().trim().min(1, '请输入验证码') : z.string(),
  })

export const PROVE_BY_CODE = '输入正在使用的验证器应用显示的验证码，或一个恢复码'

function Prove({ factor, onDone }: { factor: OwnFactor; onDone: (newFactor: NewFactor) => void }) {
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
      {asks && <Text>请先确认是本人操作。</Text>}
      {factor.asksPassword && (
        <PasswordField control={control} name="password" label="密码" required autoComplete="current-password" />
      )}
      {factor.isOn && <CodeField control={control} name="factorCode" label="两步验证码" hint={PROVE_BY_CODE} />}
      <div className={styles.actions}>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          {busy ? <Spinner size="tiny" aria-label="请稍候" /> : asks ? '下一步' : '开始设置'}
        </Button>
      </div>
    </form>
  )
}

const firstCode = z.object({ factorCode: z.string().trim().min(1, '请输入验证码') })
/** Groups of four are easier to type. */
const groupByFour = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface ScanProps {
  newFactor: NewFactor
  onRestart: () => void
  onDone: (codes: readonly string[]) => void
}

const useQrCodeStyles = makeStyles({
  // Cameras need dark on light with a quiet zone, in the dark theme too.
  root: {
    display: 'block',
    width: '184px',
    height: '184px',
    backgroundColor: PAPER.white,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

/** A QR code, generated in the page: the text is sent nowhere. */
function QrCode({ text, label }: { text: string; label: string }) {
  const styles = useQrCodeStyles()
  const { size, path } = useMemo(() => buildQrPath(text), [text])
  return (
    <svg
      className={styles.root}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The path has one square for each dark module; the size includes the quiet zone of four modules. */
function buildQrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
}

function Scan({ newFactor, onRestart, onDone }: ScanProps) {
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
      <Text>用手机上的验证器应用（例如 Microsoft Authenticator、Google Authenticator）扫描二维码。</Text>
      <div className={styles.code}>
        <QrCode text={newFactor.uri} label="两步验证的二维码" />
        <Text>无法扫描时，请在应用中手动输入以下密钥：</Text>
        <span className={styles.secret}>
          <span data-testid="secret">{groupByFour(newFactor.secret)}</span>
          <CopyButton name="密钥" text={newFactor.secret} />
        </span>
      </div>
      <CodeField
        control={control}
        name="factorCode"
        label="应用显示的验证码"
        hint="6 位数字，每 30 秒更换一次"
        autoFocus
      />
      <div className={styles.actions}>
        <Button onClick={onRestart}>重新开始</Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          {busy ? <Spinner size="tiny" aria-label="请稍候" /> : '确认并开启'}
        </Button>
      </div>
    </form>
  )
}
