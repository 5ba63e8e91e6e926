import { type LabelCategory, labelCategorySave } from '#shared/contract/label.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { NAME_LOCK_MS } from '#renderer/ui/dialogs/useSaveLock.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

interface Props {
  /** null: a new one. */
  category: LabelCategory | null
  siteId: number
  onClose: () => void
}

const LABELS = { title: '分类名称' }
const formOf = ({ id, title, siteId, version }: LabelCategory) => ({ id, title, siteId, version })
const load = async (id: number) => formOf((await call('labelCategory.findById', { id })).data)

/** B·§2: a category has a name. */
export function LabelCategoryDialog({ category, siteId, onClose }: Props) {
  const save = useWrite('labelCategory.save')
  return (
    <FormDialog
      title={category ? '编辑标签分类' : '新增标签分类'}
      schema={labelCategorySave}
      values={category ? formOf(category) : { id: 0, title: '', siteId }}
      save={save.mutateAsync}
      onClose={onClose}
      gone={
        category
          ? { id: category.id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) }
          : undefined
      }
      releaseMs={NAME_LOCK_MS}
      {...(category
        ? {
            compare: { load: () => load(category.id), labels: LABELS },
          }
        : {})}
    >
      {(control) => <TextField control={control} name="title" label={LABELS.title} required autoFocus />}
    </FormDialog>
  )
}
