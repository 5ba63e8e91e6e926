import { Button } from '@fluentui/react-components'
import { SaveRegular } from '@fluentui/react-icons'
import { type Control, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { documentSend, mailSend, type MailType, SITE_MAIL_FEATURE } from '#shared/contract/siteMail.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { MAIL_TYPE_LABELS } from './mailTypeLabels.ts'
import type { PublishValues } from './publishValues.ts'
import { RecipientsField } from './RecipientsField.tsx'

/** One form for mail and documents; mail has no file. */
const mailForm = mailSend.extend({ file: z.string().default('') })
type Form = z.input<typeof mailForm>
type FormControl = Control<Form, unknown, z.output<typeof mailForm>>

interface Props {
  type: MailType
  from: PublishValues
  onClose: () => void
}

/** Sends mail or a document: title, file of a document, text and recipients (C·§2). */
export function PublishDialog({ type, from, onClose }: Props) {
  const hasDrafts = useServerFeature(SITE_MAIL_FEATURE)
  const mail = useWrite('siteMail.send')
  const document = useWrite('siteMail.sendDocument')
  const save = ({ file, ...form }: z.output<typeof mailForm>) =>
    type === 'mail' ? mail.mutateAsync(form) : document.mutateAsync({ ...form, file })
  return (
    <FormDialog
      title={MAIL_TYPE_LABELS[type].publish}
      schema={type === 'mail' ? mailForm : documentSend}
      values={from}
      save={save}
      saveText="发布"
      size="content"
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="标题" required autoFocus maxLength={254} />
          {type === 'document' && <MediaField control={control} name="file" label="文件" kind="file" required />}
          <RichTextField control={control} name="content" label="内容" required minHeight={200} />
          <RecipientsField control={control} name="recipientDTOList" label="收件人" required />
          {hasDrafts && <SaveDraft type={type} control={control} onSaved={onClose} />}
        </>
      )}
    </FormDialog>
  )
}

/** Saves the current values as a draft, without validation. */
function SaveDraft({ type, control, onSaved }: { type: MailType; control: FormControl; onSaved: () => void }) {
  const { title = '', file = '', content = '', recipientDTOList = [], draftId = 0 } = useWatch({ control })
  const save = useWrite('siteMail.saveDraft', { onSuccess: onSaved })
  const to = recipientDTOList.flatMap(({ userName = '', trueName = '' }) => (userName ? [{ userName, trueName }] : []))
  return (
    <div>
      <Button
        icon={<SaveRegular />}
        disabledFocusable={save.isPending}
        onClick={() => save.mutate({ id: Number(draftId), type, title, file, content, recipientDTOList: to })}
      >
        保存到草稿
      </Button>
    </div>
  )
}
