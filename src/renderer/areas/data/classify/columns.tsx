import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { Classify } from '#shared/contract/classify.ts'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { NEW_ID } from '#renderer/ui/rowEdit/rowTree.ts'
import { ActionsCell, TextCell } from '#renderer/ui/rowEdit/RowCells.tsx'

/** Actions on one entry. */
export interface EntryActions {
  /** Why no entry can be added below this one; null when one can. */
  addRefusal: (entry: Classify) => string | null
  addBelow: (entry: Classify) => void
  edit: (entry: Classify) => void
  remove: (entry: Classify) => void
  sort: (entry: Classify, sort: number) => Promise<unknown>
}

/** Title and subtitle, edited in the row, sort number and actions (B·§2). */
export const columnsOf = (actions: EntryActions): TableColumn<Classify>[] => [
  { key: 'title', title: '名称', render: (row) => <TextCell id={row.id} field="title" text={row.title} /> },
  {
    key: 'subTitle',
    title: '副标题',
    width: '26%',
    render: (row) => <TextCell id={row.id} field="subTitle" text={row.subTitle} />,
  },
  {
    key: 'sort',
    title: '排序',
    width: '128px',
    // A new row that is not saved yet has no actions.
    render: (row) =>
      row.id === NEW_ID ? null : (
        <span title="数值越大，排序越靠前">
          <SortInput value={row.sort} label={`排序 ${row.title}`} save={(sort) => actions.sort(row, sort)} />
        </span>
      ),
  },
  {
    key: 'actions',
    title: '操作',
    width: '124px',
    align: 'end',
    render: (row) => (
      <ActionsCell
        id={row.id}
        name={row.title}
        actions={[
          {
            title: '新增下级',
            icon: AddRegular,
            refusal: actions.addRefusal(row),
            run: () => actions.addBelow(row),
          },
          { title: '编辑', icon: EditRegular, run: () => actions.edit(row) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(row) },
        ]}
      />
    ),
  },
]
