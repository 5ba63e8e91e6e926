import { type WechatConfig, wechatConfigSave } from '#shared/contract/wechat.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { CONFIG } from './text.ts'

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
      title={config ? CONFIG.editTitle : CONFIG.addTitle}
      schema={wechatConfigSave}
      values={{ id, siteId: config?.siteId ?? siteId, title, appId, appSecret: '', version }}
      save={mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={CONFIG.formTitle} required autoFocus maxLength={100} />
          <TextField control={control} name="appId" label={CONFIG.appId} required maxLength={100} />
          <PasswordField
            control={control}
            name="appSecret"
            label={CONFIG.appSecret}
            required={!config?.hasSecret}
            hint={config?.hasSecret ? CONFIG.secretKept : CONFIG.secretHint}
          />
        </>
      )}
    </FormDialog>
  )
}
