import type { Redirect } from '#shared/contract/redirect.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { type EditRemove, editRemoveColumn } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const columnsOf = (actions: EditRemove<Redirect>): TableColumn<Redirect>[] => [
  { key: 'source', title: '旧地址', render: (row) => row.source },
  { key: 'target', title: '新地址', render: (row) => row.target },
  {
    key: 'state',
    title: '状态',
    width: '120px',
    render: (row) => (
      <StateBadges
        badges={[
          row.isStatus ? { title: '启用', color: 'success' } : { title: '停用', color: 'informative' },
          ...(row.isAuto ? [{ title: '自动', color: 'brand' } as const] : []),
        ]}
      />
    ),
  },
  { key: 'hits', title: '命中次数', width: '88px', align: 'end', render: (row) => String(row.hits) },
  { key: 'hitDate', title: '最近命中', width: '168px', render: (row) => row.hitDate || '—' },
  { key: 'note', title: '备注', width: '12%', render: (row) => row.note || '—' },
  editRemoveColumn(actions, (row) => row.source),
]
