import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SMS_CONTENT_LIMIT, type SmsTemplate, smsTemplateSave } from '#shared/contract/smsTemplate.ts'
import { smsCount, smsVariables } from '#shared/domain/smsText.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { TEMPLATE } from './text.ts'

const LABELS = {
  templateName: TEMPLATE.templateName,
  templateCode: TEMPLATE.templateCode,
  templateContent: TEMPLATE.templateContent,
}

interface Props {
  /** null: a new one. */
  template: SmsTemplate | null
  siteId: number
  onClose: () => void
}

/** C·§2: a template of text messages. */
export function TemplateDialog({ template, siteId, onClose }: Props) {
  const save = useWrite('smsTemplate.save')
  return (
    <FormDialog
      title={template ? TEMPLATE.editTitle : TEMPLATE.addTitle}
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
          <TextField
            control={control}
            name="templateName"
            label={TEMPLATE.templateName}
            required
            autoFocus
            maxLength={100}
          />
          <TextField control={control} name="templateCode" label={TEMPLATE.templateCode} required maxLength={100} />
          <ContentField control={control} />
        </>
      )}
    </FormDialog>
  )
}

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
      label={TEMPLATE.templateContent}
      required
      maxLength={SMS_CONTENT_LIMIT}
      hint={content ? TEMPLATE.counted(smsVariables(content), smsCount(plain)) : TEMPLATE.contentHint}
    />
  )
}
