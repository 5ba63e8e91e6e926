import { useMemo } from 'react'
import type { z } from 'zod'
import { type Webhook, WEBHOOK_NAME_LIMIT, WEBHOOK_URL_LIMIT, webhookSave } from '#shared/contract/webhook.ts'
import { WEBHOOK_EVENT_KEYS } from '#shared/domain/webhookEvents.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { eventName } from './eventNames.ts'

type In = z.input<typeof webhookSave>
type Out = z.output<typeof webhookSave>

const EVENTS = WEBHOOK_EVENT_KEYS.map((value) => ({ value, title: eventName(value) }))
const NEW: In = { id: 0, name: '', url: '', events: [], siteIds: [], isOn: true, renewSecret: false }

interface Props {
  /** null: a new one. */
  hook: Webhook | null
  onClose: () => void
  /** Called with a new secret, which is known only once. */
  onSecret: (name: string, secret: string) => void
}

/** Adds or edits a webhook: its address, events and sites. */
export function HookDialog({ hook, onClose, onSecret }: Props) {
  const { mutateAsync } = useWrite('webhook.save')
  const { items } = useSiteItems()
  const sites = useMemo(() => items.map(({ id, title, note }) => ({ value: id, title, note: note ?? '' })), [items])
  const values = useMemo((): In => {
    if (!hook) return NEW
    const { id, name, url, events, siteIds, isOn, version } = hook
    return { ...NEW, id, name, url, events, siteIds, isOn, version }
  }, [hook])
  const save = async (form: Out) => {
    const answer = await mutateAsync(form)
    const secret = answer.code === SUCCESS ? answer.data.secret : ''
    if (secret !== '') onSecret(form.name, secret)
    return answer
  }
  return (
    <FormDialog
      title={hook ? '编辑 Webhook' : '新增 Webhook'}
      schema={webhookSave}
      values={values}
      save={save}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="name" label="名称" required autoFocus maxLength={WEBHOOK_NAME_LIMIT} />
          <TextField
            control={control}
            name="url"
            label="接收地址"
            hint="以 http:// 或 https:// 开头；不能是内部网络的地址，除非服务器管理员允许"
            required
            maxLength={WEBHOOK_URL_LIMIT}
          />
          <CheckboxGroupField control={control} name="events" label="事件" options={EVENTS} required />
          <MultiSelectField control={control} name="siteIds" label="站点" options={sites} placeholder="全部站点" />
          <SwitchField control={control} name="isOn" label="启用" />
          {hook && (
            <SwitchField
              control={control}
              name="renewSecret"
              label="更换签名密钥"
              hint="更换后旧密钥立即失效，新密钥只显示一次"
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
