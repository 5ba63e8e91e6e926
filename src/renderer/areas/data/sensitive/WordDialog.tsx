import {
  type SensitiveClass,
  MAX_SENSITIVE_WORD_CHARS,
  sensitiveSave,
  type SensitiveWord,
} from '#shared/contract/sensitive.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

const LABELS = { sensitiveWord: '敏感词', propWord: '替换词', classId: '类别' }

interface Props {
  word: SensitiveWord | null
  classes: readonly SensitiveClass[]
  onClose: () => void
}

/** Edits a sensitive word and its replacement (B·§2). Without a word it adds one. */
export function WordDialog({ word, classes, onClose }: Props) {
  const save = useWrite('sensitive.save')
  return (
    <FormDialog
      title={word ? `编辑敏感词“${word.sensitiveWord}”` : '新增敏感词'}
      schema={sensitiveSave}
      {...recordForm({
        record: word,
        empty: { id: 0, sensitiveWord: '', propWord: '', classId: 0 },
        labels: LABELS,
        find: 'sensitive.findById',
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="sensitiveWord"
            label={LABELS.sensitiveWord}
            required
            autoFocus
            maxLength={MAX_SENSITIVE_WORD_CHARS}
          />
          <TextField
            control={control}
            name="propWord"
            label={LABELS.propWord}
            hint="保存内容时可一键替换为该词；留空则仅提醒"
            maxLength={MAX_SENSITIVE_WORD_CHARS}
          />
          {classes.length > 0 && (
            <SelectField
              control={control}
              name="classId"
              label={LABELS.classId}
              hint="含有“禁止发布”类别中敏感词的内容，须经指定人员同意才能发布"
              options={[
                { value: 0, title: '不分类' },
                ...classes.map((each) => ({ value: each.id, title: each.title })),
              ]}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
