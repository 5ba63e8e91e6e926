import { z } from 'zod'
import { inboxSave } from '#shared/contract/inbox.ts'
import { mailRecipient } from '#shared/contract/siteMail.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { RecipientsField } from '../shared/mail/RecipientsField.tsx'

/** The form stores accounts; the call expects their names, joined by commas. */
const form = z
  .object({ ...inboxSave.shape, receiver: z.array(mailRecipient) })
  .superRefine(({ receiveGroup, receiver }, context) => {
    if (receiveGroup === 0 && receiver.length === 0)
      context.addIssue({ code: 'custom', path: ['receiver'], message: '请选择用户' })
  })
const ALL_ROWS = { page: 1, size: 1000 } as const

/** Publishes a message: title, image, text, and a user group or accounts as recipients (C·§2). */
export function InboxDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { groupId } = useAuthority()
  const { data } = useRead('role.page', { parentId: groupId, ...ALL_ROWS }, { enabled: groupId > 0 })
  const groups = groupItems(data?.content ?? []).map(({ id, title, level }) => ({
    value: id,
    title: '\u3000'.repeat(level - 1) + title,
  }))
  const { mutateAsync } = useWrite('inbox.save')
  return (
    <FormDialog
      title="发布消息"
      schema={form}
      values={{ siteId, title: '', photo: '', content: '', receiveGroup: 0, receiver: [], emailList: '' }}
      save={({ receiver, ...values }) =>
        mutateAsync({ ...values, receiver: receiver.map(({ userName }) => userName).join(',') })
      }
      saveText="发布"
      size="content"
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="标题" required autoFocus maxLength={254} />
          <MediaField control={control} name="photo" label="图片" kind="image" siteId={siteId} />
          <RichTextField control={control} name="content" label="内容" required minHeight={180} siteId={siteId} />
          <SelectField
            control={control}
            name="receiveGroup"
            label="收件组"
            options={[{ value: 0, title: '不选择用户组' }, ...groups]}
          />
          <RecipientsField control={control} name="receiver" label="收件人" />
        </>
      )}
    </FormDialog>
  )
}
