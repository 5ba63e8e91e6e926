import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SMS_CONTENT_LIMIT, type SmsTemplate, smsTemplateSave } from '#shared/contract/smsTemplate.ts'
import { countSmsSegments, smsVariables } from '#shared/domain/smsText.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

const LABELS = {
  templateName: '模板名称',
  templateCode: '模板编码',
  templateContent: '模板内容',
}

interface Props {
  /** null: adds a template. */
  template: SmsTemplate | null
  siteId: number
  onClose: () => void
}

/** Edits a template for text messages (C·§2). */
export function TemplateDialog({ template, siteId, onClose }: Props) {
  const save = useWrite('smsTemplate.save')
  return (
    <FormDialog
      title={template ? '编辑短信模板' : '新增短信模板'}
      schema={smsTemplateSave}
      {...recordForm({
        record: template,
        empty: { id: 0, siteId, templateName: '', templateCode: '', templateContent: '' },
        labels: LABELS,
        find: 'smsTemplate.findById',
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="templateName" label="模板名称" required autoFocus maxLength={100} />
          <TextField control={control} name="templateCode" label="模板编码" required maxLength={100} />
          <ContentField control={control} />
        </>
      )}
    </FormDialog>
  )
}

const describeCount = (variables: readonly string[], count: number): string =>
  `${variables.length > 0 ? `变量：${variables.join('、')}。` : '无变量。'}不计签名和变量，按 ${count} 条计费。`

function ContentField({
  control,
}: {
  control: Control<z.input<typeof smsTemplateSave>, unknown, z.output<typeof smsTemplateSave>>
}) {
  const content = useWatch({ control, name: 'templateContent' })
  const plain = content.replace(/\$?\{[^}]*\}/g, '')
  return (
    <TextAreaField
      control={control}
      name="templateContent"
      label="模板内容"
      required
      maxLength={SMS_CONTENT_LIMIT}
      hint={
        content
          ? describeCount(smsVariables(content), countSmsSegments(plain))
          : '须与服务商审核通过的内容一致。变量写法：阿里云 ${name}，腾讯云 {1}。'
      }
    />
  )
}
