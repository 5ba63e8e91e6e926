import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { networkForm, type NetworkStatus } from '#shared/contract/network.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { MODES, NETWORK } from './text.ts'

type In = z.input<typeof networkForm>
type Out = z.output<typeof networkForm>

/** Changes how requests go out; what the administrator has set stays as it is. */
export function NetworkDialog(props: { status: NetworkStatus; onClose: () => void; onSaved: () => void }) {
  const { status, onClose, onSaved } = props
  const save = useWrite('network.save', { success: '保存成功' })
  return (
    <FormDialog
      title={NETWORK.settings}
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

function Fields({ control, managed }: { control: Control<In, unknown, Out>; managed: NetworkStatus['managed'] }) {
  const mode = useWatch({ control, name: 'mode' })
  const own = (field: NetworkStatus['managed'][number], hint = '') => {
    const isManaged = managed.includes(field)
    const text = isManaged ? NETWORK.managed : hint
    return { disabled: isManaged, ...(text ? { hint: text } : {}) }
  }
  return (
    <>
      <RadioGroupField control={control} name="mode" label="代理" layout="vertical" options={MODES} {...own('mode')} />
      {mode === 'manual' && (
        <TextField
          control={control}
          name="address"
          label="代理地址"
          required
          placeholder="http://proxy.example.com:8080"
          {...own('address')}
        />
      )}
      {mode === 'pac' && (
        <TextField
          control={control}
          name="script"
          label="脚本地址"
          required
          placeholder="http://proxy.example.com/proxy.pac"
          {...own('script')}
        />
      )}
      {mode !== 'direct' && (
        <>
          <TextField control={control} name="exceptions" label="例外" {...own('exceptions', NETWORK.exceptionsHint)} />
          <TextField control={control} name="username" label="代理用户名" autoComplete="off" {...own('username')} />
          <PasswordField
            control={control}
            name="password"
            label="代理密码"
            autoComplete="new-password"
            hint={NETWORK.passwordHint}
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
        {...own('authorities', NETWORK.authoritiesHint)}
      />
    </>
  )
}
