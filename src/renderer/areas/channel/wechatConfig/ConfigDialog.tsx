import { type WechatConfig, wechatConfigSave } from '#shared/contract/wechat.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

interface Props {
  /** null: adds an account. */
  config: WechatConfig | null
  siteId: number
  onClose: () => void
}

/** Edits title, appId and appSecret of an official account (C·§2); the secret is never shown again. */
export function ConfigDialog({ config, siteId, onClose }: Props) {
  const { mutateAsync } = useWrite('wechatConfig.save')
  const { id = 0, title = '', appId = '', version } = config ?? {}
  return (
    <FormDialog
      title={config ? '编辑公众号' : '新增公众号'}
      schema={wechatConfigSave}
      values={{ id, siteId: config?.siteId ?? siteId, title, appId, appSecret: '', version }}
      save={mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="标题" required autoFocus maxLength={100} />
          <TextField control={control} name="appId" label="appId" required maxLength={100} />
          <PasswordField
            control={control}
            name="appSecret"
            label="appSecret"
            required={!config?.hasSecret}
            hint={config?.hasSecret ? '留空表示不修改' : '加密保存，不再显示'}
          />
        </>
      )}
    </FormDialog>
  )
}
