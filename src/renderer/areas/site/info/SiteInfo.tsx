import { EditRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { SiteListScreen } from '#renderer/features/sites/SiteListScreen.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { SiteInfoDialog } from './SiteInfoDialog.tsx'

const EDIT = { title: '编辑', icon: EditRegular }

const COLUMNS: readonly TableColumn<Site>[] = [
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

/** A·§2 Site information page: record numbers, copyright and mourning mode of each site. */
export function SiteInfo() {
  const [opened, setOpened] = useState<Site | null>(null)
  return (
    <SiteListScreen
      title="站点信息"
      text="显示在网站页脚的备案号和版权信息；哀悼模式把整个网站变为灰色。"
      columns={COLUMNS}
      action={EDIT}
      onOpen={setOpened}
    >
      {opened && <SiteInfoDialog site={opened} onClose={() => setOpened(null)} />}
    </SiteListScreen>
  )
}
