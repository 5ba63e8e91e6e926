import { CodeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { SiteListScreen } from '#renderer/features/sites/SiteListScreen.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { CodeDialog } from './CodeDialog.tsx'

const INSERT = { title: '插入代码', icon: CodeRegular }

const COLUMNS: readonly TableColumn<Site>[] = [
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

/** A·§2 Third-party code insertion: code of statistics, customer service and the like, for all pages of a site. */
export function ThirdPartyCode() {
  const [opened, setOpened] = useState<Site | null>(null)
  return (
    <SiteListScreen
      title="第三方代码"
      text="插入到网站每个页面的 HTML 代码，例如访问统计和在线客服；保存后 2 分钟生效。"
      columns={COLUMNS}
      action={INSERT}
      onOpen={setOpened}
    >
      {opened && <CodeDialog site={opened} onClose={() => setOpened(null)} />}
    </SiteListScreen>
  )
}
