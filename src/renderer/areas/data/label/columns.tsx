import type { Label } from '#shared/contract/label.ts'
import { type EditRemove, editRemoveColumn } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** Title, category name and actions (B·§2). */
export const columnsOf = (actions: EditRemove<Label>): TableColumn<Label>[] => [
  { key: 'title', title: '标签名称', render: (row) => row.title },
  { key: 'className', title: '分类名称', width: '40%', render: (row) => row.className },
  editRemoveColumn(actions, (row) => row.title),
]
