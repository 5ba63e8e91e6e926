import { useWatch, type Control } from 'react-hook-form'
import type { z } from 'zod'
import type { Column } from '#shared/contract/column.ts'
import { channelForm } from '#shared/contract/columnForm.ts'
import { COLUMN_MODULES } from '#shared/domain/columnModule.ts'
import { columnTypeOfModule } from '#shared/domain/columnModuleType.ts'
import { COLUMN_POSITIONS, positionsOffered } from '#shared/domain/columnPosition.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

type In = z.input<typeof channelForm>
type Out = z.output<typeof channelForm>

const MODULES = COLUMN_MODULES.map(({ id, title }) => ({ value: id, title }))

/** The positions of a module that is left alone are forgotten when another is chosen. */
const offeredOf = (moduleId: unknown) => {
  const offered = positionsOffered({ identifies: '', moduleId: Number(moduleId) })
  return COLUMN_POSITIONS.filter(({ id }) => offered.includes(id))
}

/** A·§2 add column dialog: name, English name, module and, where the module has them, display positions. */
export function AddChannelDialog({
  siteId,
  parent,
  onPlaced,
  onClose,
}: {
  siteId: number
  /** null: at the top of the site. */
  parent: Column | null
  /** The new channel is to be seen; not called by a server that doesn't say which one it is. */
  onPlaced: (channel: { id: number; parentId: number }) => void
  onClose: () => void
}) {
  const alert = useAlert()
  const save = useWrite('column.saveBase', {
    success: false,
    onSuccess: ({ data, msg }) => {
      if (data) onPlaced(data)
      void alert({ title: '提示', text: msg || '栏目添加成功，请退出后重新登录，以刷新栏目' })
    },
  })
  return (
    <FormDialog
      title={parent ? `新增频道：在“${parent.title}”下` : '新增频道'}
      schema={channelForm}
      values={{ siteId, parentId: parent?.id ?? 0, className: '', classEnName: '', showPositionIds: [] }}
      save={({ showPositionIds = [], ...form }: Out) => {
        const offered = offeredOf(form.moduleId).map(({ id }): number => id)
        return save.mutateAsync({
          ...form,
          menuType: columnTypeOfModule(form.moduleId),
          showPositionIds: showPositionIds.filter((id) => offered.includes(id)),
        })
      }}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="className" label="栏目名称" required autoFocus />
          <TextField control={control} name="classEnName" label="英文名称" />
          <SelectField
            control={control}
            name="moduleId"
            label="栏目模块"
            required
            options={MODULES}
            hint="决定频道放什么内容，添加后不能在这里更改"
          />
          <Positions control={control} />
        </>
      )}
    </FormDialog>
  )
}

function Positions({ control }: { control: Control<In, unknown, Out> }) {
  const offered = offeredOf(useWatch({ control, name: 'moduleId' }))
  if (offered.length === 0) return null
  const options = offered.map(({ id, title }) => ({ value: id, title }))
  return <CheckboxGroupField control={control} name="showPositionIds" label="专题展示位置" options={options} />
}
