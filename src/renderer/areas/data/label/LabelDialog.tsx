import { type Label, labelSave } from '#shared/contract/label.ts'
import { call } from '#renderer/data/client.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

interface Props {
  /** null: a new one. */
  label: Label | null
  siteId: number
  /** Category of a new one; 0: none is chosen yet. */
  classId: number
  onClose: () => void
}

const LABELS = { title: '标签名称', classId: '标签分类' }
const formOf = ({ id, title, classId, siteId, version }: Label) => ({ id, title, classId, siteId, version })
const load = async (id: number) => formOf((await call('label.findById', { id })).data)

/** B·§2: a label has a category and a title, which is typed first. */
export function LabelDialog({ label, siteId, classId, onClose }: Props) {
  const save = useWrite('label.save')
  const { data } = useRead('labelCategory.page', { siteId, page: 1, size: 1000 })
  const categories = (data?.content ?? []).map(({ id, title }) => ({ value: id, title }))
  return (
    <FormDialog
      title={label ? '编辑标签' : '新增标签'}
      schema={labelSave}
      values={label ? formOf(label) : { id: 0, title: '', classId, siteId }}
      save={save.mutateAsync}
      onClose={onClose}
      gone={
        label
          ? { id: label.id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) }
          : undefined
      }
      {...(label
        ? {
            compare: {
              load: () => load(label.id),
              labels: LABELS,
              show: (field: string, value: unknown) =>
                field === 'classId' ? categories.find((one) => one.value === value)?.title : undefined,
            },
          }
        : {})}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <SelectField
            control={control}
            name="classId"
            label={LABELS.classId}
            required
            options={categories}
            hint={data?.content.length === 0 ? '这个站点还没有标签分类，请先在“标签分类”中新增。' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}
