import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { KeyboardEvent } from 'react'
import { RowActions } from './RowActions.tsx'
import type { TableColumn } from './types.ts'

/** Callbacks of the usual row actions. */
export interface EditRemove<Row> {
  edit: (row: Row) => void
  remove: (row: Row) => void
  /** Why a row can be neither edited nor deleted; null when it can. */
  refusal?: (row: Row) => string | null
}

/**
 * The last column of a list: 编辑 and 删除.
 * @param nameOf the row's name, for labels
 */
export const editRemoveColumn = <Row,>(actions: EditRemove<Row>, nameOf: (row: Row) => string): TableColumn<Row> => ({
  key: 'actions',
  title: '操作',
  width: '120px',
  align: 'end',
  pin: 'end',
  render: (row) => {
    const refusal = actions.refusal?.(row) ?? null
    return (
      <RowActions
        row={nameOf(row)}
        actions={[
          { title: '编辑', icon: EditRegular, refusal, run: () => actions.edit(row) },
          { title: '删除', icon: DeleteRegular, refusal, run: () => actions.remove(row) },
        ]}
      />
    )
  },
})

/** The same with the keyboard, for a table's onRowKey: F2 edits, Delete deletes. */
export const editRemoveKeys =
  <Row,>({ edit, remove }: Pick<EditRemove<Row>, 'edit' | 'remove'>) =>
  (row: Row, event: KeyboardEvent): void => {
    if (event.key === 'F2') edit(row)
    if (event.key === 'Delete') remove(row)
  }
