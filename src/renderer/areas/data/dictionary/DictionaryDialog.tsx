import { type Dictionary, dictionarySave } from '#shared/contract/dictionary.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { call } from '#renderer/data/client.ts'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { ValueListField } from '#renderer/ui/fields/ValueListField.tsx'
import { DICTIONARY } from '#renderer/areas/data/text.ts'

/** dictionarySave allows so many. */
const MOST = 1000
const LABELS = { title: '字典名称', siteId: '适用站点', value: '字典值' }
const ALL_SITES = '各站点共用'

const formOf = ({ id, title, siteId, value, version }: Dictionary) => ({ id, title, siteId, value, version })
const load = async (id: number) => formOf((await call('dictionary.findById', { id })).data)

/** B·§2: a title and a list of values; without a dictionary a new one. */
export function DictionaryDialog({ dictionary, onClose }: { dictionary: Dictionary | null; onClose: () => void }) {
  const save = useWrite('dictionary.save')
  const shares = isSuper(useAuthority())
  const current = useSiteAtOpening()
  const { items } = useSiteItems()
  const siteName = (id: number) => (id === 0 ? ALL_SITES : items.find((site) => site.id === id)?.title)
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
              show: (field: string, value: unknown) => (field === 'siteId' ? siteName(Number(value)) : undefined),
            },
          }
        : {})}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <FieldFrame control={control} name="siteId" label={LABELS.siteId} required hint={DICTIONARY.siteHint}>
            {({ value, onChange }) => (
              <SiteSelect
                wide
                label={LABELS.siteId}
                zero={shares ? ALL_SITES : undefined}
                {...{ value: Number(value), onChange }}
              />
            )}
          </FieldFrame>
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
