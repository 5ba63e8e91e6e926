import { Button } from '@fluentui/react-components'
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { EmptyState } from '#renderer/kit/feedback/States.tsx'
import { DataTable } from '#renderer/kit/table/DataTable.tsx'
import type { TableColumn } from '#renderer/kit/table/types.ts'

type Deleted = OutputOf<'workspaces.trash'>[number]

const columnsOf = (restore: (row: Deleted) => void): TableColumn<Deleted>[] => [
  { key: 'path', title: '文件', render: (row) => row.path },
  { key: 'side', title: '删除的是', width: '110px', render: (row) => (row.side === 'local' ? '本地' : '服务器') },
  { key: 'size', title: '大小', width: '90px', align: 'end', render: (row) => formatBytes(row.size) },
  { key: 'at', title: '删除时间', width: '176px', render: (row) => formatDateTime(Date.parse(row.at)) },
  {
    key: 'restore',
    title: '操作',
    width: '110px',
    align: 'end',
    render: (row) => (
      <Button size="small" icon={<ArrowUndoRegular />} aria-label={`还原 ${row.path}`} onClick={() => restore(row)}>
        还原
      </Button>
    ),
  },
]

/** Files that sync deleted or replaced, kept on this machine (S20). */
export function TrashTable({ id }: { id: string }) {
  const read = useRead('workspaces.trash', { id }, { quiet: true })
  const restore = useWrite('workspaces.restoreTrash', { success: '已还原，接下来会同步到服务器' })
  return (
    <DataTable
      label="回收站"
      columns={columnsOf(({ entry }) => restore.mutate({ id, entry }))}
      rows={read.data}
      read={read}
      rowKey={(row) => row.entry}
      empty={
        <EmptyState
          icon={DeleteRegular}
          title="回收站是空的"
          text="同步删除或覆盖的文件会先保存在这里，随时可以还原。"
        />
      }
    />
  )
}
