import { useEffect, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { HostKeyField } from './HostKeyField.tsx'
import { Pairs, type FieldsProps, SecretField } from './pairs.tsx'
import type { TargetControl } from './targetForm.ts'

const [SSH_PORT, FTP_PORT, FTPS_PORT] = [22, 21, 990]
const USUAL_PORTS: readonly number[] = [SSH_PORT, FTP_PORT, FTPS_PORT]

/** A server over SFTP or FTPS, with what signs in there. */
export function ServerFields({ control, target, siteId }: FieldsProps) {
  const [kind, signIn] = useWatch({ control, name: ['kind', 'signIn'] })
  useUsualPort(control, target === null)
  const isKey = kind === 'sftp' && signIn === 'key'
  return (
    <>
      <Pairs>
        <TextField
          control={control}
          name="host"
          label="地址"
          required
          maxLength={255}
          autoComplete="off"
          placeholder="www.example.com"
        />
        <NumberField control={control} name="port" label="端口" min={1} max={65_535} />
        <TextField control={control} name="username" label="用户名" required maxLength={200} autoComplete="off" />
        <TextField
          control={control}
          name="folder"
          label="文件夹"
          required
          maxLength={500}
          autoComplete="off"
          placeholder="/var/www/html"
          hint="网站根目录，需已存在"
        />
        {kind === 'sftp' ? (
          <RadioGroupField
            control={control}
            name="signIn"
            label="登录方式"
            options={[
              { value: 'password', title: '密码' },
              { value: 'key', title: '私钥' },
            ]}
          />
        ) : (
          <RadioGroupField
            control={control}
            name="encryption"
            label="加密方式"
            hint="不支持不加密的 FTP，它会把密码明文传送"
            options={[
              { value: 'explicit', title: '显式（21）' },
              { value: 'implicit', title: '隐式（990）' },
            ]}
          />
        )}
        {isKey ? (
          <PasswordField
            control={control}
            name="passphrase"
            label="私钥口令"
            autoComplete="new-password"
            hint={target?.hasPrivateKey ? '留空表示不修改' : '私钥没有口令时留空'}
          />
        ) : (
          <SecretField control={control} target={target} label="密码" />
        )}
      </Pairs>
      {isKey && (
        <TextAreaField
          control={control}
          name="privateKey"
          label="私钥"
          rows={4}
          spellCheck={false}
          hint={target?.hasPrivateKey ? '留空表示不修改私钥' : '粘贴完整的私钥。私钥加密保存，不会再显示'}
        />
      )}
      <HostKeyField control={control} siteId={siteId} />
    </>
  )
}

/** The port follows the kind of server until somebody typed another one. */
function useUsualPort(control: TargetControl, isNew: boolean): void {
  const [kind, encryption] = useWatch({ control, name: ['kind', 'encryption'] })
  const { field } = useController({ control, name: 'port' })
  const usual = kind === 'sftp' ? SSH_PORT : encryption === 'implicit' ? FTPS_PORT : FTP_PORT
  const before = useRef(isNew ? SSH_PORT : usual)
  useEffect(() => {
    if (before.current === usual) return
    before.current = usual
    if (USUAL_PORTS.includes(Number(field.value))) field.onChange(usual)
  }, [usual, field])
}
