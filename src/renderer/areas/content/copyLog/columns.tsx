import { Badge, Tooltip } from '@fluentui/react-components'
import type { CopyLog } from '#shared/contract/crossSiteCopy.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const nameOf = ({ title, dataId }: CopyLog): string => title || `编号为 ${dataId} 的内容`

/** Columns in the order of B·§2, and the reason. */
export const COLUMNS: readonly TableColumn<CopyLog>[] = [
  { key: 'title', title: '标题', width: '20%', minWidth: 200, render: nameOf },
  { key: 'sourceSite', title: '源站点', width: '9%', minWidth: 90, render: (row) => row.sourceSite },
  { key: 'sourceMenu', title: '源站栏目', width: '9%', minWidth: 90, render: (row) => row.sourceMenu },
  { key: 'targetSite', title: '目标站点', width: '9%', minWidth: 90, render: (row) => row.targetSite },
  { key: 'targetMenu', title: '目标站栏目', width: '106px', render: (row) => row.targetMenu },
  { key: 'createDate', title: '创建时间', width: '160px', render: (row) => row.createDate },
  { key: 'status', title: '状态', width: '72px', render: (row) => <Status row={row} /> },
  { key: 'reason', title: '说明', width: '18%', minWidth: 140, render: (row) => row.reason },
]

/** Success is green, failure red (B·§2). The tooltip shows the reason, because a narrow list hides the last column. */
function Status({ row: { status, reason } }: { row: CopyLog }) {
  if (status === 1)
    return (
      <Badge appearance="tint" color="success">
        成功
      </Badge>
    )
  return (
    <Tooltip relationship="description" content={reason}>
      <Badge appearance="tint" color="danger" tabIndex={0}>
        失败
      </Badge>
    </Tooltip>
  )
}
