import type { OutputOf } from '#shared/contract/registry.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

/** One side of a conflict whose content can't be shown. */
export function SideCard({ title, side }: { title: string; side: OutputOf<'workspaces.conflict'>['local'] }) {
  const facts = side.exists
    ? [
        { name: '大小', value: formatBytes(side.size) },
        { name: '修改时间', value: side.updateTime },
        { name: 'SHA-256', value: side.sha256.slice(0, 16) },
      ]
    : [{ name: '状态', value: '已删除' }]
  return (
    <Card title={title}>
      <Facts facts={facts} />
    </Card>
  )
}
