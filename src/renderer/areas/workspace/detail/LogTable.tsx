import { Badge } from '@fluentui/react-components'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

type Log = OutputOf<'workspaces.detail'>['log']
type Line = Log[number] & { id: number }

const LEVEL = {
  info: { title: '信息', color: 'informative' },
  warning: { title: '注意', color: 'warning' },
  error: { title: '错误', color: 'danger' },
} as const

const COLUMNS: TableColumn<Line>[] = [
  { key: 'at', title: '时间', width: '176px', render: (row) => formatDateTime(Date.parse(row.at)) },
  {
    key: 'level',
    title: '级别',
    width: '76px',
    render: ({ level }) => (
      <Badge appearance="tint" color={LEVEL[level].color}>
        {LEVEL[level].title}
      </Badge>
    ),
  },
  { key: 'text', title: '内容', render: (row) => row.text },
  { key: 'path', title: '文件', width: '26%', render: (row) => row.path },
]

/** What the sync did, newest first. */
export function LogTable({ log }: { log: Log }) {
  const lines = log.map((line, id) => ({ ...line, id })).sort((a, b) => b.at.localeCompare(a.at) || b.id - a.id)
  return (
    <DataTable
      label="同步日志"
      columns={COLUMNS}
      rows={lines}
      rowKey={(row) => row.id}
      empty={<EmptyState title="还没有记录" />}
    />
  )
}
