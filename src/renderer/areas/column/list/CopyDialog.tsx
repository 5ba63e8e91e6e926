import { useMemo } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Column } from '#shared/contract/column.ts'
import { columnEditOperations } from '#shared/contract/columnEdit.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { ColumnTreeField } from '#renderer/features/columns/ColumnTreeField.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { acceptsNoChild } from '../edit/acceptsNoChild.ts'

const schema = columnEditOperations['column.copy'].input
type CopyControl = Control<z.input<typeof schema>, unknown, z.output<typeof schema>>

interface Props {
  column: Column
  /** Reveals the copy if it is on the same site; `id` is missing if the server did not return it. */
  onPlaced: (parentId: number, id?: number) => void
  onClose: () => void
}

/** Copies a column with its descendants and fields (A·§2), to the same or another site. */
export function CopyDialog({ column, onPlaced, onClose }: Props) {
  const copy = useWrite('column.copy', {
    onSuccess: ({ data }) => {
      if (data && data.siteId === column.siteId) onPlaced(data.parentId, data.id)
    },
  })
  return (
    <FormDialog
      title={`复制栏目“${column.title}”`}
      schema={schema}
      values={{ copyIdFrom: column.id, toMenuParentId: 0, toSiteId: column.siteId }}
      save={copy.mutateAsync}
      onClose={onClose}
      saveText="复制"
    >
      {(control) => <CopyFields control={control} column={column} />}
    </FormDialog>
  )
}

function CopyFields({ control, column }: { control: CopyControl; column: Column }) {
  const who = useSession()
  const siteId = Number(useWatch({ control, name: 'toSiteId' }))
  const { field: parent } = useController({ control, name: 'toMenuParentId' })
  // A column can't be copied below itself.
  const isUnavailableParent = useMemo(
    () => (each: Column) => each.id === column.id || acceptsNoChild(who, each),
    [column.id, who],
  )
  return (
    <>
      <FieldFrame control={control} name="toSiteId" label="目标站点" required>
        {({ value, onChange }) => (
          <SiteSelect
            wide
            label="目标站点"
            value={Number(value)}
            onChange={(next) => {
              onChange(next)
              parent.onChange(0)
            }}
          />
        )}
      </FieldFrame>
      <ColumnTreeField
        control={control}
        name="toMenuParentId"
        label="目标上级栏目"
        siteId={siteId}
        rootTitle="顶级栏目"
        exclude={isUnavailableParent}
        hint="下级栏目和字段设置将一并复制，栏目内容不复制"
      />
    </>
  )
}
