import {
  type SensitiveClass,
  SENSITIVE_WORD_LIMIT,
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

/** B·§2: a sensitive word with what takes its place; without a word a new one. */
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
        saveAnew: save.mutateAsync,
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
            maxLength={SENSITIVE_WORD_LIMIT}
          />
          <TextField
            control={control}
            name="propWord"
            label={LABELS.propWord}
            hint="保存内容时，可以一键把敏感词换成它；不填写就只提醒。"
            maxLength={SENSITIVE_WORD_LIMIT}
          />
          {classes.length > 0 && (
            <SelectField
              control={control}
              name="classId"
              label={LABELS.classId}
              hint="禁止发布的类别中的词，须经指定的人同意才能发布。"
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
