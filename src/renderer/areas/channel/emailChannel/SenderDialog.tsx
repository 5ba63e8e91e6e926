import { Field, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useController, type Control } from 'react-hook-form'
import type { z } from 'zod'
import {
  EMAIL_SECURITIES,
  type EmailChannel,
  emailChannelSave,
  type EmailSecurity,
  MAX_PER_MINUTE,
  DEFAULT_PER_MINUTE,
} from '#shared/contract/emailChannel.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

const SECURITY_NAMES: Record<EmailSecurity, string> = {
  ssl: 'SSL/TLS（常用端口 465）',
  starttls: 'STARTTLS（常用端口 587）',
  none: '不加密（仅限内部网络）',
}
const SECURITY_CHOICES = EMAIL_SECURITIES.map((value) => ({ value, title: SECURITY_NAMES[value] }))
const LABELS = {
  account: '账号',
  sendName: '发件人名称',
  smtp: 'SMTP 服务器',
  port: '端口',
  security: '加密方式',
  perMinute: '每分钟最多发送',
}
const EMPTY_SENDER = {
  id: 0,
  account: '',
  password: '',
  sendName: '',
  smtp: '',
  port: 465,
  security: 'ssl' as EmailSecurity,
  perMinute: DEFAULT_PER_MINUTE,
}

type FormInput = z.input<typeof emailChannelSave>
type FormOutput = z.output<typeof emailChannelSave>

interface Props {
  /** null: adds an account. */
  channel: EmailChannel | null
  siteId: number
  onClose: () => void
}

/** Edits an account that sends e-mail (C·§2). Saving verifies the account by signing in to its server. */
export function SenderDialog({ channel, siteId, onClose }: Props) {
  const styles = useStyles()
  const write = useWrite('emailChannel.save')
  const save = (form: FormOutput) => write.mutateAsync({ ...form, useSSL: form.security === 'ssl' })
  return (
    <FormDialog
      title={channel ? '编辑发件邮箱' : '新增发件邮箱'}
      schema={emailChannelSave}
      {...recordForm({
        record: channel,
        empty: { ...EMPTY_SENDER, siteId },
        labels: LABELS,
        find: 'emailChannel.findById',
      })}
      save={save}
      saveText="验证并保存"
      onClose={onClose}
    >
      {(control) => (
        <>
          <div className={styles.pairs}>
            <TextField control={control} name="sendName" label="发件人名称" autoFocus maxLength={100} />
            <PresetField control={control} />
            <TextField control={control} name="account" label="账号" maxLength={254} autoComplete="off" />
            <PasswordField
              control={control}
              name="password"
              label="密码"
              autoComplete="new-password"
              hint={
                channel?.hasPassword
                  ? '留空表示不修改密码'
                  : '多数邮箱须填写客户端授权码，而非网页登录密码。密码加密保存，不再显示。'
              }
            />
            <TextField control={control} name="smtp" label="SMTP 服务器" maxLength={254} autoComplete="off" />
            <NumberField control={control} name="port" label="端口" min={1} max={65_535} />
            <SelectField control={control} name="security" label="加密方式" options={SECURITY_CHOICES} />
            <NumberField
              control={control}
              name="perMinute"
              label="每分钟最多发送"
              unit="封"
              min={1}
              max={MAX_PER_MINUTE}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** SMTP servers from the providers' help pages. */
const PRESETS = [
  { title: 'QQ邮箱', smtp: 'smtp.qq.com', port: 465 },
  { title: '163邮箱', smtp: 'smtp.163.com', port: 465 },
  { title: '腾讯企业邮', smtp: 'smtp.exmail.qq.com', port: 465 },
  { title: '阿里企业邮箱', smtp: 'smtp.qiye.aliyun.com', port: 465 },
  { title: '阿里云邮件推送', smtp: 'smtpdm.aliyun.com', port: 465 },
] as const

/** Fills in the server settings of a common provider. */
function PresetField({ control }: { control: Control<FormInput, unknown, FormOutput> }) {
  const smtp = useController({ control, name: 'smtp' }).field
  const port = useController({ control, name: 'port' }).field
  const security = useController({ control, name: 'security' }).field
  const chosen = PRESETS.find((each) => each.smtp === smtp.value)?.smtp ?? ''
  const applyPreset = (smtpHost: string): void => {
    const preset = PRESETS.find((each) => each.smtp === smtpHost)
    if (!preset) return
    smtp.onChange(preset.smtp)
    port.onChange(preset.port)
    security.onChange('ssl')
  }
  return (
    <Field label="常用邮箱" hint="选择后自动填写服务器、端口和加密方式">
      <Select value={chosen} onChange={(_event, { value }) => applyPreset(value)}>
        <option value="">其他邮箱</option>
        {PRESETS.map(({ title, smtp: host }) => (
          <option key={host} value={host}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  )
}
