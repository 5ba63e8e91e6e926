import type { Column } from '#shared/contract/column.ts'
import { ColumnTypeTag } from '#renderer/features/columns/ColumnTypeTag.tsx'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { ColumnActions } from './actions.ts'
import { ColumnRowActions } from './ColumnRowActions.tsx'

/** Title, type tag, sort input, hits, the switches 显示 and 允许前台发布, and actions (A·§2). */
export const columnsOf = (actions: ColumnActions): TableColumn<Column>[] => [
  { key: 'title', title: '栏目名称', render: (row) => row.title },
  { key: 'type', title: '类型', width: '104px', render: (row) => <ColumnTypeTag menuType={row.menuType} /> },
  {
    key: 'sort',
    title: '排序',
    width: '120px',
    render: (row) => (
      <SortInput
        value={row.sort}
        label={`排序 ${row.title}`}
        disabled={actions.refusal(row, 'sort') !== null}
        save={(sort) => actions.sort(row, sort)}
      />
    ),
  },
  { key: 'hits', title: '点击量', width: '88px', align: 'end', render: (row) => row.hits },
  {
    key: 'showFront',
    title: '显示',
    width: '80px',
    align: 'center',
    render: (row) => <RowSwitch row={row} name="showFront" title="显示" actions={actions} />,
  },
  {
    key: 'isAddArticle',
    title: '允许前台发布',
    width: '120px',
    align: 'center',
    render: (row) => <RowSwitch row={row} name="isAddArticle" title="允许前台发布" actions={actions} />,
  },
  {
    key: 'actions',
    title: '操作',
    width: '148px',
    align: 'end',
    render: (row) => <ColumnRowActions column={row} actions={actions} />,
  },
]

interface RowSwitchProps {
  row: Column
  name: 'showFront' | 'isAddArticle'
  title: string
  actions: ColumnActions
}

function RowSwitch({ row, name, title, actions }: RowSwitchProps) {
  const refusal = actions.refusal(row, 'show')
  return (
    <SwitchCell
      checked={row[name]}
      label={`${title} ${row.title}`}
      {...(refusal ? { disabled: true, disabledReason: refusal } : {})}
      change={(value) => actions.toggleSwitch(row, name, value)}
    />
  )
}
