import { Button } from '@fluentui/react-components'
import { PlugConnectedRegular } from '@fluentui/react-icons'
import type { OutputOf } from '#shared/contract/registry.ts'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** A template with the titles of its sites. */
export type LinkedTemplate = OutputOf<'templateSite.page'>['content'][number]

/** A·§2: name, creation time, identifier, number of linked sites, linked sites. */
export const columnsOf = (open: (template: LinkedTemplate) => void): TableColumn<LinkedTemplate>[] => [
  { key: 'name', title: '名称', width: '22%', render: (row) => <TitleCell title={row.name} /> },
  { key: 'createDate', title: '创建时间', width: '176px', render: (row) => row.createDate },
  { key: 'folder', title: '标识符', width: '16%', render: (row) => row.folder },
  { key: 'count', title: '关联站点数', width: '104px', align: 'center', render: (row) => row.relationSiteCount },
  { key: 'sites', title: '关联站点', render: (row) => row.relationSiteTitles.join('、') || '—' },
  {
    key: 'actions',
    title: '操作',
    width: '136px',
    align: 'end',
    render: (row) => (
      <Button
        size="small"
        icon={<PlugConnectedRegular />}
        aria-label={`关联站点 ${row.name}`}
        onClick={() => open(row)}
      >
        关联站点
      </Button>
    ),
  },
]
