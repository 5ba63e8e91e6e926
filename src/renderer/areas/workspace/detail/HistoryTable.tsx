import { Button } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { HistoryDialog } from './HistoryDialog.tsx'

type RestorePoint = OutputOf<'workspaces.moments'>[number]

const CAUSES: Record<RestorePoint['cause'], string> = {
  sync: '自动同步',
  transfer: '拉取或推送',
  resolve: '解决冲突',
  halt: '处理安全停止',
}

const timeOf = ({ at }: RestorePoint): string => formatDateTime(Date.parse(at))

/** The authors of the changes, with the number of files. */
function describeAuthors({ files, own, authors }: RestorePoint): string {
  const parts = own > 0 ? [`本机 ${own} 个`] : []
  const others = files - own
  if (others > 0) parts.push(`${authors.length > 0 ? authors.join('、') : '服务器'} ${others} 个`)
  return parts.join('，')
}

/** The restore points before each sync, which can be viewed and restored. */
export function HistoryTable({ id }: { id: string }) {
  const [shown, setShown] = useState<RestorePoint | null>(null)
  const read = useRead('workspaces.moments', { id }, { quiet: true })
  const columns: TableColumn<RestorePoint>[] = [
    { key: 'at', title: '时间', width: '176px', render: timeOf },
    { key: 'cause', title: '原因', width: '120px', render: ({ cause }) => CAUSES[cause] },
    { key: 'files', title: '文件', width: '84px', align: 'end', render: ({ files }) => String(files) },
    { key: 'whose', title: '修改人', render: describeAuthors },
    {
      key: 'keys',
      title: '操作',
      width: '130px',
      align: 'end',
      render: (row) => (
        <Button size="small" aria-label={`查看之前的状态 ${timeOf(row)}`} onClick={() => setShown(row)}>
          查看…
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="同步历史"
        columns={columns}
        rows={read.data}
        read={read}
        rowKey={({ moment }) => moment}
        onOpen={setShown}
        empty={
          <EmptyState
            icon={HistoryRegular}
            title="还没有历史"
            text="每次同步前的状态保留 30 天，可以全部还原，也可以只还原部分文件。"
          />
        }
      />
      {shown && <HistoryDialog id={id} moment={shown.moment} time={timeOf(shown)} onClose={() => setShown(null)} />}
    </>
  )
}
