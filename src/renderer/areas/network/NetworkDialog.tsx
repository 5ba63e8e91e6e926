import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { networkForm, type NetworkStatus } from '#shared/contract/network.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

type In = z.input<typeof networkForm>
type Out = z.output<typeof networkForm>

/** Edits the proxy and certificate settings; fields that the administrator has set are disabled. */
export function NetworkDialog(props: { status: NetworkStatus; onClose: () => void; onSaved: () => void }) {
  const { status, onClose, onSaved } = props
  const save = useWrite('network.save', { success: '保存成功' })
  return (
    <FormDialog
      title="代理与证书"
      schema={networkForm}
      values={status.form}
      onClose={onClose}
      save={async (values) => {
        const saved = await save.mutateAsync(values)
        onSaved()
        return saved
      }}
    >
      {(control) => <Fields control={control} managed={status.managed} />}
    </FormDialog>
  )
}

export const PROXY_MODES: readonly { value: NetworkStatus['form']['mode']; title: string }[] = [
  { value: 'system', title: '跟随系统（或环境变量）' },
  { value: 'direct', title: '不使用代理' },
  { value: 'manual', title: '手动设置' },
  { value: 'pac', title: '自动代理脚本（PAC）' },
]

function Fields({ control, managed }: { control: Control<In, unknown, Out>; managed: NetworkStatus['managed'] }) {
  const mode = useWatch({ control, name: 'mode' })
  const managedProps = (field: NetworkStatus['managed'][number], hint = '') => {
    const isManaged = managed.includes(field)
    const text = isManaged ? '由管理员设置' : hint
    return { disabled: isManaged, ...(text ? { hint: text } : {}) }
  }
  return (
    <>
      <RadioGroupField
        control={control}
        name="mode"
        label="代理"
        layout="vertical"
        options={PROXY_MODES}
        {...managedProps('mode')}
      />
      {mode === 'manual' && (
        <TextField
          control={control}
          name="address"
          label="代理地址"
          required
          placeholder="http://proxy.example.com:8080"
          {...managedProps('address')}
        />
      )}
      {mode === 'pac' && (
        <TextField
          control={control}
          name="script"
          label="脚本地址"
          required
          placeholder="http://proxy.example.com/proxy.pac"
          {...managedProps('script')}
        />
      )}
      {mode !== 'direct' && (
        <>
          <TextField
            control={control}
            name="exceptions"
            label="例外"
            {...managedProps('exceptions', '不经过代理的服务器，用逗号分隔，例如 *.example.com, 10.0.0.0/8, <local>')}
          />
          <TextField
            control={control}
            name="username"
            label="代理账号"
            autoComplete="off"
            {...managedProps('username')}
          />
          <PasswordField
            control={control}
            name="password"
            label="代理密码"
            autoComplete="new-password"
            hint="留空表示不修改"
          />
        </>
      )}
      <TextAreaField
        control={control}
        name="authorities"
        spellCheck={false}
        label="信任的根证书"
        placeholder="-----BEGIN CERTIFICATE-----"
        rows={3}
        {...managedProps('authorities', '单位内部的根证书（PEM 文本），系统已信任的证书无需填写')}
      />
    </>
  )
}
