import type { Column } from '#shared/contract/column.ts'
import { ColumnTypeTag } from '#renderer/features/columns/ColumnTypeTag.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** The columns of the tree on 静态生成. */
export const COLUMNS: readonly TableColumn<Column>[] = [
  { key: 'title', title: '栏目名称', render: (row) => row.title },
  { key: 'type', title: '类型', width: '104px', render: (row) => <ColumnTypeTag menuType={row.menuType} /> },
  { key: 'list', title: '列表页地址', width: '28%', render: (row) => row.frontListUrl.join('、') },
  { key: 'detail', title: '详情页地址', width: '28%', render: (row) => row.frontDetailUrl.join('、') },
]
