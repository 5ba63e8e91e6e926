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
    factorCode: isOn ? z.string().trim().min(1, '请输入验证码') : z.string(),
  })

export const PROVE_BY_CODE = '输入正在使用的验证器应用显示的验证码，或一个恢复码'

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
      {asks && <Text>先确认是您本人操作。</Text>}
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
/** Easier to type off. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface ScanProps {
  begun: NewFactor
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
  const { size, path } = useMemo(() => drawn(text), [text])
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

/** One square of the path for each dark module; the quiet edge of four modules is in it. */
function drawn(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
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
      <Text>用手机上的验证器应用（例如 Microsoft Authenticator、Google Authenticator）扫描二维码。</Text>
      <div className={styles.code}>
        <QrCode text={begun.uri} label="两步验证的二维码" />
        <Text>不能扫描时，在应用中手动输入这个密钥：</Text>
        <span className={styles.secret}>
          <span data-testid="secret">{inFours(begun.secret)}</span>
          <CopyButton name="密钥" text={begun.secret} />
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
