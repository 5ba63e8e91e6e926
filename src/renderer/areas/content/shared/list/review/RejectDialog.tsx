import type { ContentEntry } from '#shared/contract/content.ts'
import { REJECT_LIMIT, rejectForm } from '#shared/contract/contentEdit.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextAreaField } from '#renderer/ui/fields/TextField.tsx'
import { titleOf } from '../columns.tsx'
import type { Place } from '../listColumn.ts'

interface Props {
  place: Place
  entry: ContentEntry
  onClose: () => void
}

/** B·§2: asks for the reason, which the author reads in the list. */
export function RejectDialog({ place: { column }, entry, onClose }: Props) {
  const { mutateAsync } = useWrite('content.reject')
  return (
    <FormDialog
      title={`驳回“${titleOf(column, entry)}”`}
      schema={rejectForm}
      values={{ classId: entry.classId, id: entry.id, reason: '' }}
      save={mutateAsync}
      onClose={onClose}
      saveText="驳回"
    >
      {(control) => (
        <TextAreaField
          control={control}
          name="reason"
          label="驳回原因"
          required
          rows={6}
          maxLength={REJECT_LIMIT}
          hint="内容会变为未发布，作者可以在列表中看到原因。"
        />
      )}
    </FormDialog>
  )
}
