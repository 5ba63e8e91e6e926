import {
  MAX_MEMBER_GROUP_NAME_CHARS,
  MAX_MEMBER_NOTE_CHARS,
  type MemberGroup,
  memberGroupSave,
} from '#shared/contract/memberGroup.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

interface Props {
  /** null: a new one. */
  group: MemberGroup | null
  siteId: number
  onClose: () => void
}

const LABELS = { name: '会员组名称', note: '备注' }

/** C·§2: a group of members has a name and a note. */
export function GroupDialog({ group, siteId, onClose }: Props) {
  const save = useWrite('memberGroup.save')
  return (
    <FormDialog
      title={group ? '编辑会员组' : '添加会员组'}
      schema={memberGroupSave}
      {...recordForm({
        record: group,
        empty: { id: 0, name: '', note: '', siteId },
        labels: LABELS,
        find: 'memberGroup.findById',
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="name"
            label={LABELS.name}
            required
            autoFocus
            maxLength={MAX_MEMBER_GROUP_NAME_CHARS}
          />
          <TextAreaField control={control} name="note" label={LABELS.note} maxLength={MAX_MEMBER_NOTE_CHARS} />
        </>
      )}
    </FormDialog>
  )
}
