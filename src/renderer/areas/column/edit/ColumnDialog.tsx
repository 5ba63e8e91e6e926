import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'
import { columnComparison } from './comparison.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { columnDialogForm, type ColumnValues, newColumn, toSave, valuesOf } from './form.ts'
import { usePendingFields } from './usePendingFields.ts'

interface Common {
  /** A column came to stand below this one, under this id if the server told it. */
  onPlaced: (parentId: number, id?: number) => void
  onClose: () => void
}

/** A·§2, A·§3: a new column below `parentId`. */
export function AddDialog({ siteId, parentId, ...rest }: Common & { siteId: number; parentId: number }) {
  return <ColumnFormDialog title="新增栏目" start={newColumn(siteId, parentId)} {...rest} />
}

/** A·§2, A·§3: what the server holds now stands in the fields, not what the list once loaded. */
export function EditDialog({ column, ...rest }: Common & { column: Column }) {
  useFocusReturn()
  const read = useRead('column.findById', { id: column.id }, { quiet: true })
  const late = usePendingFields(250)
  const title = `编辑栏目“${column.title}”`
  if (read.data && (read.isFetchedAfterMount || !read.isFetching))
    return <ColumnFormDialog title={title} start={valuesOf(read.data)} {...rest} />
  if (!read.error && !late) return null
  return (
    <PanelDialog title={title} size="small" onClose={rest.onClose}>
      {read.error ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <LoadingState />}
    </PanelDialog>
  )
}

function ColumnFormDialog({ title, start, onPlaced, onClose }: Common & { title: string; start: ColumnValues }) {
  const save = useWrite('column.saveBase', {
    onSuccess: ({ data }, form) => {
      const parentId = data?.parentId ?? Number(form.parentId ?? start.parentId)
      if (parentId !== start.parentId || start.id === 0) onPlaced(parentId, data?.id)
    },
  })
  const [compare] = useState(() => columnComparison(start))
  return (
    <FormDialog
      title={title}
      size="content"
      schema={columnDialogForm}
      values={start}
      save={(form) => save.mutateAsync(toSave(form))}
      onClose={onClose}
      {...(start.id === 0 ? {} : { compare })}
    >
      {(control) => <ColumnFields control={control} start={start} />}
    </FormDialog>
  )
}
