import { type MediaItem, type MediaItemForm, mediaItemForm } from '#shared/contract/mediaItem.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { titleOf } from '../items.ts'
import type { ItemFields } from './itemFields.ts'

const TARGETS = [
  { value: '_self', title: '当前窗口' },
  { value: '_blank', title: '新窗口' },
]

interface Props {
  item: MediaItem
  fields: ItemFields
  onSave: (form: MediaItemForm) => void
  onClose: () => void
}

/** B·§2: title, subtitle, description, link with the window that it opens in, and index of one item. */
export function ItemEditor({ item, fields, onSave, onClose }: Props) {
  const save = async (form: MediaItemForm): Promise<{ code: number }> => {
    onSave(form)
    return { code: SUCCESS }
  }
  return (
    <FormDialog
      title={`编辑项 ${titleOf(item)}`}
      schema={mediaItemForm}
      values={item}
      save={save}
      releaseMs={0}
      onClose={onClose}
    >
      {(control) => (
        <>
          {fields.title && <TextField control={control} name="title" label="标题" autoFocus />}
          {fields.subTitle && <TextField control={control} name="subTitle" label="副标题" />}
          {fields.note && <TextAreaField control={control} name="note" label="说明" rows={3} />}
          {fields.link && <TextField control={control} name="link" label="链接" placeholder="https://" />}
          {fields.target && <RadioGroupField control={control} name="target" label="打开方式" options={TARGETS} />}
          {fields.index && <TextField control={control} name="index" label="序号" />}
          {fields.nofollow && <SwitchField control={control} name="nofollow" label="nofollow" />}
        </>
      )}
    </FormDialog>
  )
}
