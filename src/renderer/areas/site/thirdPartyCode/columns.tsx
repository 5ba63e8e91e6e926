import type { Site } from '#shared/contract/site.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const COLUMNS: readonly TableColumn<Site>[] = [
  { key: 'symbol', title: '站点标识符', width: '22%', render: (site) => site.symbol },
  {
    key: 'javascript',
    title: '第三方代码',
    render: ({ javascript }) => (
      <StateBadges
        badges={[
          javascript.trim()
            ? { title: `已插入，${javascript.length} 个字符`, color: 'brand' }
            : { title: '未插入', color: 'informative' },
        ]}
      />
    ),
  },
]
