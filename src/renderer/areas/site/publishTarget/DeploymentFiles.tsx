import type { Deployment } from '#shared/contract/publishTarget.ts'
import type { DeploymentFile } from '#shared/contract/targetSchedule.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const CHANGES: Record<DeploymentFile['change'], string> = { written: '更新', removed: '删除' }
const pathOf = ({ path }: DeploymentFile): string => path

const COLUMNS: TableColumn<DeploymentFile>[] = [
  { key: 'path', title: '文件', minWidth: 240, render: pathOf },
  { key: 'change', title: '改动', width: '88px', render: ({ change }) => CHANGES[change] },
]

/** The files that a deployment wrote and removed at its target. */
export function DeploymentFiles({ deployment }: { deployment: Deployment }) {
  const list = useLocalList({})
  const read = useRead(
    'publishTarget.deploymentFiles',
    { ...list.input, deploymentId: deployment.id },
    { quiet: true, keepPrevious: true },
  )
  return (
    <ListBody
      label="发布的文件"
      list={list}
      read={read}
      columns={COLUMNS}
      rowKey={pathOf}
      rowLabel={pathOf}
      search="搜索文件"
      empty={
        <EmptyState title="没有文件清单" text="这次发布没有改动文件，或时间较早：只保留最近 10 次发布的文件清单。" />
      }
    />
  )
}
