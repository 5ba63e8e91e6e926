import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { Label } from '#shared/contract/label.ts'
import { RowActions } from '#renderer/kit/table/RowActions.tsx'
import type { TableColumn } from '#renderer/kit/table/types.ts'

/** What can be done with one label. */
export interface LabelActions {
  edit: (label: Label) => void
  remove: (label: Label) => void
}

/** B·§2: title, category name, and the actions. */
export const columnsOf = ({ edit, remove }: LabelActions): TableColumn<Label>[] => [
  { key: 'title', title: '标签名称', render: (row) => row.title },
  { key: 'className', title: '分类名称', width: '40%', render: (row) => row.className },
  {
    key: 'actions',
    title: '操作',
    width: '120px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          { title: '编辑', icon: EditRegular, run: () => edit(row) },
          { title: '删除', icon: DeleteRegular, run: () => remove(row) },
        ]}
      />
    ),
  },
]
