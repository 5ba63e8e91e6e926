import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { Dictionary } from '#shared/contract/dictionary.ts'
import { RowActions } from '#renderer/kit/table/RowActions.tsx'
import type { TableColumn } from '#renderer/kit/table/types.ts'

/** What can be done with one dictionary; `refusal` says why it can't be changed. */
export interface DictionaryActions {
  refusal: (dictionary: Dictionary) => string | null
  edit: (dictionary: Dictionary) => void
  remove: (dictionary: Dictionary) => void
}

/** B·§2: id, title, created time, and the actions. */
export const columnsOf = ({ refusal, edit, remove }: DictionaryActions): TableColumn<Dictionary>[] => [
  { key: 'id', title: 'ID', width: '96px', render: (row) => row.id },
  { key: 'title', title: '字典名称', render: (row) => row.title },
  { key: 'createDate', title: '创建时间', width: '200px', render: (row) => row.createDate },
  {
    key: 'actions',
    title: '操作',
    width: '120px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          { title: '编辑', icon: EditRegular, refusal: refusal(row), run: () => edit(row) },
          { title: '删除', icon: DeleteRegular, refusal: refusal(row), run: () => remove(row) },
        ]}
      />
    ),
  },
]
