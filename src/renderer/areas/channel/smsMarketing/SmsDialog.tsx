import { Field, Input, Text } from '@fluentui/react-components'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SEND_NOW } from '#shared/contract/outgoing.ts'
import { smsForm } from '#shared/contract/smsMarketing.ts'
import type { SmsTemplate } from '#shared/contract/smsTemplate.ts'
import { NAME_PLACEHOLDER, countSmsSegments, smsText, smsVariables } from '#shared/domain/smsText.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { MemberFields } from '../shared/MemberFields.tsx'
import { SendTimeFields } from '../shared/SendTimeFields.tsx'
import { SmsCost } from './SmsCost.tsx'
import { NumbersField } from './NumbersField.tsx'

type FormInput = z.input<typeof smsForm>
type FormOutput = z.output<typeof smsForm>

/** Sends a text message to typed numbers and members, at once or at a set time (C·§2). Option lists have 100 rows (C·§7). */
export function SmsDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { mutateAsync } = useWrite('smsMarketing.batchSend')
  const channels = useRead('smsChannel.page', { siteId, page: 1, size: 100 }).data?.content
  const templates = useRead('smsTemplate.page', { siteId, page: 1, size: 100 }).data?.content
  return (
    <FormDialog
      title="发送短信"
      schema={smsForm}
      values={{
        siteId,
        phoneList: [],
        memberIds: [],
        groupIds: [],
        levelIds: [],
        params: {},
        sendType: SEND_NOW,
        sendTime: '',
      }}
      save={mutateAsync}
      saveText="发送"
      onClose={onClose}
    >
      {(control) => (
        <>
          <SelectField
            control={control}
            name="smsChannelId"
            label="短信通道"
            required
            options={(channels ?? []).map(({ id, channelName }) => ({ value: id, title: channelName || `编号 ${id}` }))}
            hint={channels?.length === 0 ? '该站点还没有短信通道，请先在“短信通道”中新增' : undefined}
          />
          <SelectField
            control={control}
            name="smsTemplateId"
            label="短信模板"
            required
            options={(templates ?? []).map(({ id, templateName }) => ({ value: id, title: templateName }))}
            hint={templates?.length === 0 ? '该站点还没有短信模板，请先在“短信模板”中新增' : undefined}
          />
          <VariableFields
            control={control}
            templates={templates ?? []}
            signOf={(id) => channels?.find((each) => each.id === id)?.signName ?? ''}
          />
          <NumbersField control={control} name="phoneList" />
          <MemberFields control={control} siteId={siteId} members="memberIds" groups="groupIds" levels="levelIds" />
          <SmsCost control={control} />
          <SendTimeFields control={control} type="sendType" time="sendTime" />
        </>
      )}
    </FormDialog>
  )
}

interface VariablesProps {
  control: Control<FormInput, unknown, FormOutput>
  templates: readonly SmsTemplate[]
  signOf: (channelId: unknown) => string
}

/** Values of the template's variables, with the resulting text and its billed length. */
function VariableFields({ control, templates, signOf }: VariablesProps) {
  const [channelId, templateId] = useWatch({ control, name: ['smsChannelId', 'smsTemplateId'] })
  const { field, fieldState } = useController({ control, name: 'params' })
  const template = templates.find(({ id }) => id === templateId)
  if (!template) return null
  const params = field.value ?? {}
  const text = smsText(template.templateContent, signOf(channelId), params)
  return (
    <>
      {smsVariables(template.templateContent).map((name, at) => (
        <Field
          key={name}
          label={`变量 ${name}`}
          required
          hint={`填写 ${NAME_PLACEHOLDER} 时，将替换为每个会员的姓名`}
          {...(at === 0 && fieldState.error?.message ? { validationMessage: fieldState.error.message } : {})}
        >
          <Input
            {...(at === 0 ? { ref: field.ref } : {})}
            value={params[name] ?? ''}
            maxLength={200}
            onBlur={field.onBlur}
            onChange={(_event, { value }) => field.onChange({ ...params, [name]: value })}
          />
        </Field>
      ))}
      <Field
        label="短信内容"
        hint={`共 ${text.length} 个字（含签名），按 ${countSmsSegments(text)} 条计费。70 个字以内计 1 条，超过 70 个字时每 67 个字计 1 条。`}
      >
        <Text>{text}</Text>
      </Field>
    </>
  )
}
