import type { MenuInfo as Info } from '#shared/contract/menuInfo.ts'
import { ColumnTypeTag } from '#renderer/features/columns/ColumnTypeTag.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const describePlaces = ({ showFront, showLoop, showCrumbs }: Info): string =>
  [showFront && '前台', showLoop && '导航', showCrumbs && '面包屑'].filter(Boolean).join('、') || '不显示'

const joinPair = (list: string, detail: string): string =>
  [list, detail].filter((each) => each !== '').join('；') || '—'

export const COLUMNS: readonly TableColumn<Info>[] = [
  { key: 'title', title: '菜单名称', render: (row) => row.title },
  { key: 'type', title: '类型', width: '104px', render: (row) => <ColumnTypeTag menuType={row.menuType} /> },
  { key: 'url', title: '列表页和详情页地址', width: '20%', render: (row) => joinPair(row.listUrl, row.detailUrl) },
  { key: 'template', title: '模板', width: '15%', render: (row) => joinPair(row.listTemplate, row.detailTemplate) },
  { key: 'places', title: '显示位置', width: '156px', render: describePlaces },
  {
    key: 'entries',
    title: '已发布 / 全部',
    width: '112px',
    align: 'end',
    render: (row) => `${row.published} / ${row.entries}`,
  },
  { key: 'date', title: '最近更新', width: '116px', render: (row) => row.updateDate.slice(0, 10) || '—' },
]
