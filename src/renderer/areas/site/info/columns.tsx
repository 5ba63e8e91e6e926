import type { Site } from '#shared/contract/site.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const COLUMNS: readonly TableColumn<Site>[] = [
  { key: 'icp', title: 'ICP备案号', width: '22%', render: (site) => site.icp || '—' },
  { key: 'copyright', title: '版权信息', render: (site) => site.copyright || '—' },
  {
    key: 'grayscale',
    title: '哀悼模式',
    width: '96px',
    render: (site) => (
      <StateBadges
        badges={[site.grayscale ? { title: '是', color: 'warning' } : { title: '否', color: 'informative' }]}
      />
    ),
  },
]
