import { MAX_MEMBER_NOTE_CHARS } from '#shared/contract/memberGroup.ts'
import {
  MAX_MEMBER_LEVEL_NAME_CHARS,
  type MemberLevel,
  memberLevelSave,
  MAX_POINTS,
} from '#shared/contract/memberLevel.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

interface Props {
  /** null: a new one. */
  level: MemberLevel | null
  siteId: number
  onClose: () => void
}

const LABELS = { name: '级别名称', note: '备注', startValue: '等级起始值', endValue: '等级结束值' }

/** C·§2, C·§5: a level with its range of points. Fields are validated on blur. */
export function LevelDialog({ level, siteId, onClose }: Props) {
  const save = useWrite('memberLevel.save')
  return (
    <FormDialog
      title={level ? '编辑' : '添加'}
      schema={memberLevelSave}
      {...recordForm({
        record: level,
        empty: { id: 0, siteId, name: '', note: '' },
        labels: LABELS,
        find: 'memberLevel.findById',
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
      checkOnBlur
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="name"
            label={LABELS.name}
            required
            autoFocus
            maxLength={MAX_MEMBER_LEVEL_NAME_CHARS}
          />
          <TextAreaField control={control} name="note" label={LABELS.note} maxLength={MAX_MEMBER_NOTE_CHARS} />
          <NumberField
            control={control}
            name="startValue"
            label={LABELS.startValue}
            required
            min={0}
            max={MAX_POINTS}
            hint="按会员的积分计算，包含起始值和结束值；各等级的范围不能重叠。"
          />
          <NumberField control={control} name="endValue" label={LABELS.endValue} required min={0} max={MAX_POINTS} />
        </>
      )}
    </FormDialog>
  )
}
