import { Badge } from '@fluentui/react-components'
import type { PlanItem } from '#shared/contract/workspace.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

/** Names of a plan's actions. */
const PLAN_ACTION: Record<PlanItem['action'], { title: string; color: Color }> = {
  download: { title: '下载', color: 'brand' },
  upload: { title: '上传', color: 'brand' },
  'delete-local': { title: '删除本地', color: 'danger' },
  'delete-remote': { title: '删除服务器', color: 'danger' },
  'make-local-folder': { title: '新建本地文件夹', color: 'informative' },
  'make-remote-folder': { title: '新建服务器文件夹', color: 'informative' },
  conflict: { title: '冲突', color: 'warning' },
  adopt: { title: '两边相同', color: 'success' },
  skip: { title: '跳过', color: 'informative' },
}

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

/** Conflicts and deletions first, then transfers, then unchanged paths. */
const ORDER: readonly PlanItem['action'][] = ['conflict', 'delete-remote', 'delete-local', 'skip', 'upload', 'download']
const rank = ({ action }: PlanItem): number => (ORDER.includes(action) ? ORDER.indexOf(action) : ORDER.length)

/** Every path of a plan. */
export function PlanTable({ items }: { items: readonly PlanItem[] }) {
  const sorted = [...items].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path, 'zh-CN'))
  return <DataTable label="同步计划" columns={COLUMNS} rows={sorted} rowKey={(row) => `${row.action} ${row.path}`} />
}
