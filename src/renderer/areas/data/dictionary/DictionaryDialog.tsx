import { type Dictionary, dictionarySave } from '#shared/contract/dictionary.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { call } from '#renderer/data/client.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { ValueListField } from '#renderer/ui/fields/ValueListField.tsx'
import { DICTIONARY } from '#renderer/areas/data/text.ts'

/** dictionarySave allows so many. */
const MOST = 1000
const LABELS = { title: '字典名称', siteId: '适用站点', value: '字典值' }
const ALL_SITES = { value: 0, title: '各站点共用' }

const formOf = ({ id, title, siteId, value, version }: Dictionary) => ({ id, title, siteId, value, version })
const load = async (id: number) => formOf((await call('dictionary.findById', { id })).data)

/** B·§2: a title and a list of values; without a dictionary a new one. */
export function DictionaryDialog({ dictionary, onClose }: { dictionary: Dictionary | null; onClose: () => void }) {
  const save = useWrite('dictionary.save')
  const shares = isSuper(useAuthority())
  const current = useCurrentSite()
  const { data } = useRead('site.page', { page: 1, size: 200 })
  const sites = (data?.content ?? []).map(({ id, title }) => ({ value: id, title }))
  const empty = { id: 0, title: '', siteId: shares ? 0 : current, value: [''] }
  return (
    <FormDialog
      title={dictionary ? '编辑字典' : '新增字典'}
      size="small"
      schema={dictionarySave}
      values={dictionary ? formOf(dictionary) : empty}
      save={save.mutateAsync}
      onClose={onClose}
      gone={
        dictionary
          ? { id: dictionary.id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) }
          : undefined
      }
      {...(dictionary
        ? {
            compare: {
              load: () => load(dictionary.id),
              labels: LABELS,
              show: (field: string, value: unknown) =>
                field === 'siteId' ? [ALL_SITES, ...sites].find((site) => site.value === value)?.title : undefined,
            },
          }
        : {})}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <SelectField
            control={control}
            name="siteId"
            label={LABELS.siteId}
            required
            options={shares ? [ALL_SITES, ...sites] : sites}
            hint={DICTIONARY.siteHint}
          />
          <ValueListField
            control={control}
            name="value"
            label={LABELS.value}
            itemName="字典值"
            required
            hint={DICTIONARY.valueHint}
            max={MOST}
          />
        </>
      )}
    </FormDialog>
  )
}
