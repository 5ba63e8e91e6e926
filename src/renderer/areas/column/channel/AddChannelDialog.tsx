import { useWatch, type Control } from 'react-hook-form'
import type { z } from 'zod'
import type { Column } from '#shared/contract/column.ts'
import { channelForm } from '#shared/contract/columnForm.ts'
import { COLUMN_MODULES } from '#shared/domain/columnModule.ts'
import { columnTypeOfModule } from '#shared/domain/columnModuleType.ts'
import { COLUMN_POSITIONS, offeredPositions } from '#shared/domain/columnPosition.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

type FormInput = z.input<typeof channelForm>
type FormOutput = z.output<typeof channelForm>

const MODULES = COLUMN_MODULES.map(({ id, title }) => ({ value: id, title }))

/** Display positions that the module offers; choosing another module drops positions that it does not offer. */
const listOfferedPositions = (moduleId: unknown) => {
  const offered = offeredPositions({ identifies: '', moduleId: Number(moduleId) })
  return COLUMN_POSITIONS.filter(({ id }) => offered.includes(id))
}

/** Adds a channel: name, English name, module and the display positions that the module offers (A·§2). */
export function AddChannelDialog({
  siteId,
  parent,
  onPlaced,
  onClose,
}: {
  siteId: number
  /** null: adds a top-level channel. */
  parent: Column | null
  /** Reveals the new channel in the list; not called if the server's answer has no id. */
  onPlaced: (channel: { id: number; parentId: number }) => void
  onClose: () => void
}) {
  const alert = useAlert()
  const save = useWrite('column.saveBase', {
    success: false,
    onSuccess: ({ data, msg }) => {
      if (data) onPlaced(data)
      void alert({ title: '提示', text: msg || '栏目新增成功，请退出登录后重新登录，以刷新栏目' })
    },
  })
  return (
    <FormDialog
      title={parent ? `新增“${parent.title}”的子频道` : '新增频道'}
      schema={channelForm}
      values={{ siteId, parentId: parent?.id ?? 0, className: '', classEnName: '', showPositionIds: [] }}
      save={({ showPositionIds = [], ...form }: FormOutput) => {
        const offered = listOfferedPositions(form.moduleId).map(({ id }): number => id)
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
            hint="决定频道的内容类型，新增后不能在“频道管理”中更改"
          />
          <Positions control={control} />
        </>
      )}
    </FormDialog>
  )
}

function Positions({ control }: { control: Control<FormInput, unknown, FormOutput> }) {
  const offered = listOfferedPositions(useWatch({ control, name: 'moduleId' }))
  if (offered.length === 0) return null
  const options = offered.map(({ id, title }) => ({ value: id, title }))
  return <CheckboxGroupField control={control} name="showPositionIds" label="专题展示位置" options={options} />
}
