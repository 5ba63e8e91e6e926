import { Badge } from '@fluentui/react-components'
import type { PlanItem } from '#shared/contract/workspace.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { PLAN_ACTION } from '#renderer/features/workspaces/text.ts'

const COLUMNS: TableColumn<PlanItem>[] = [
  {
    key: 'action',
    title: '操作',
    width: '150px',
    render: ({ action }) => (
      <Badge appearance="tint" color={PLAN_ACTION[action].color}>
        {PLAN_ACTION[action].title}
      </Badge>
    ),
  },
  { key: 'path', title: '文件', render: (row) => row.path },
  { key: 'size', title: '大小', width: '100px', align: 'end', render: (row) => formatBytes(row.size) },
  { key: 'reason', title: '说明', width: '34%', render: (row) => row.reason },
]

/** Decisions first: conflicts and deletions, then transfers, then what stays. */
const ORDER: readonly PlanItem['action'][] = ['conflict', 'delete-remote', 'delete-local', 'skip', 'upload', 'download']
const rank = ({ action }: PlanItem): number => (ORDER.includes(action) ? ORDER.indexOf(action) : ORDER.length)

/** Every path of a plan. */
export function PlanTable({ items }: { items: readonly PlanItem[] }) {
  const sorted = [...items].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path, 'zh-CN'))
  return <DataTable label="同步计划" columns={COLUMNS} rows={sorted} rowKey={(row) => `${row.action} ${row.path}`} />
}
