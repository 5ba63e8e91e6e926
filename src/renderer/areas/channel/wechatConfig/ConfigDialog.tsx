import { type WechatConfig, wechatConfigSave } from '#shared/contract/wechat.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

interface Props {
  /** null: a new one. */
  config: WechatConfig | null
  siteId: number
  onClose: () => void
}

/** C·§2: title, appId and appSecret; the secret is never shown again. */
export function ConfigDialog({ config, siteId, onClose }: Props) {
  const { mutateAsync } = useWrite('wechatConfig.save')
  const { id = 0, title = '', appId = '', version } = config ?? {}
  return (
    <FormDialog
      title={config ? '公众号配置' : '添加公众号'}
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
            hint={config?.hasSecret ? '已保存。不修改时留空。' : '加密保存，不会再显示。'}
          />
        </>
      )}
    </FormDialog>
  )
}
