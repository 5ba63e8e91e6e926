import { Button } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons'
import type { WorkspaceFile } from '#shared/contract/workspace.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const columnsOf = (open: (path: string) => void): TableColumn<WorkspaceFile>[] => [
  { key: 'path', title: '文件', render: (row) => row.path },
  { key: 'reason', title: '说明', width: '44%', render: (row) => row.reason },
  {
    key: 'resolve',
    title: '操作',
    width: '130px',
    align: 'end',
    render: (row) => (
      <Button size="small" aria-label={`比较并解决 ${row.path}`} onClick={() => open(row.path)}>
        比较并解决
      </Button>
    ),
  },
]

interface Props {
  conflicts: readonly WorkspaceFile[]
  /** Opens the comparison of one path. */
  onResolve: (path: string) => void
}

/** Files that changed on both sides; neither version is changed before the user decides (S9, S15). */
export function ConflictList({ conflicts, onResolve }: Props) {
  return (
    <DataTable
      label="冲突"
      columns={columnsOf(onResolve)}
      rows={conflicts}
      rowKey={(row) => row.path}
      onOpen={(row) => onResolve(row.path)}
      empty={
        <EmptyState
          icon={CheckmarkCircleRegular}
          title="没有冲突"
          text="本机和服务器都修改了同一个文件时，保留两个版本，等待选择。"
        />
      }
    />
  )
}
