import { type SensitiveWord, sensitiveSave, SENSITIVE_WORD_LIMIT } from '#shared/contract/sensitive.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { SENSITIVE } from '#renderer/areas/data/sensitive/text.ts'

const LABELS = { sensitiveWord: SENSITIVE.word, propWord: SENSITIVE.propWord }
const load = async (id: number): Promise<SensitiveWord> => (await call('sensitive.findById', { id })).data

/** B·§2: a sensitive word with what takes its place; without a word a new one. */
export function WordDialog({ word, onClose }: { word: SensitiveWord | null; onClose: () => void }) {
  const save = useWrite('sensitive.save')
  const { id, sensitiveWord, propWord, version } = word ?? {
    id: 0,
    sensitiveWord: '',
    propWord: '',
    version: undefined,
  }
  return (
    <FormDialog
      title={word ? SENSITIVE.editTitle(sensitiveWord) : SENSITIVE.addTitle}
      schema={sensitiveSave}
      values={{ id, sensitiveWord, propWord, version }}
      save={save.mutateAsync}
      onClose={onClose}
      gone={word ? { id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) } : undefined}
      {...(word
        ? {
            compare: { load: () => load(id), labels: LABELS },
          }
        : {})}
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
            hint={SENSITIVE.propHint}
            maxLength={SENSITIVE_WORD_LIMIT}
          />
        </>
      )}
    </FormDialog>
  )
}
