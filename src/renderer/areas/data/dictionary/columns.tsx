import type { Dictionary } from '#shared/contract/dictionary.ts'
import { type EditRemove, editRemoveColumn } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** Id, title, creation time and actions (B·§2). */
export const columnsOf = (actions: EditRemove<Dictionary>): TableColumn<Dictionary>[] => [
  { key: 'id', title: 'ID', width: '96px', render: (row) => row.id },
  { key: 'title', title: '字典名称', render: (row) => row.title },
  { key: 'createDate', title: '创建时间', width: '200px', render: (row) => row.createDate },
  editRemoveColumn(actions, (row) => row.title),
]
