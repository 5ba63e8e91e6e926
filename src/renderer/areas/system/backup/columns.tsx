import type { ServerBackup } from '#shared/contract/backup.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const ENGINES = { sqlite: '内置数据库', postgres: 'PostgreSQL' } as const

export const COLUMNS: readonly TableColumn<ServerBackup>[] = [
  { key: 'name', title: '名称', render: ({ name }) => name },
  { key: 'createDate', title: '时间', width: '180px', render: ({ createDate }) => createDate },
  { key: 'size', title: '大小', width: '120px', render: ({ size }) => formatBytes(size) },
  {
    key: 'engine',
    title: '数据',
    width: '200px',
    render: ({ engine, version }) => `${ENGINES[engine]}，站匠 ${version}`,
  },
  {
    key: 'state',
    title: '状态',
    width: '100px',
    render: () => <StateBadges badges={[{ title: '完整', color: 'success' }]} />,
  },
]
