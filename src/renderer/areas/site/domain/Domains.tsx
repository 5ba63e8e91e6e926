import { LinkRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { SiteListScreen } from '#renderer/features/sites/SiteListScreen.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DomainDialog } from './DomainDialog.tsx'
import { DomainLinks } from './DomainLinks.tsx'

const BIND = { title: '绑定域名', icon: LinkRegular }

const COLUMNS: readonly TableColumn<Site>[] = [
  { key: 'domain', title: '域名', render: (site) => <DomainLinks domain={site.domain} /> },
]

/** A·§2 Bind-domain page: the host names under which each site answers. */
export function Domains() {
  const [opened, setOpened] = useState<Site | null>(null)
  return (
    <SiteListScreen
      title="绑定域名"
      text="访客用这些域名打开网站；一个域名只能属于一个站点。"
      columns={COLUMNS}
      action={BIND}
      onOpen={setOpened}
    >
      {opened && <DomainDialog site={opened} onClose={() => setOpened(null)} />}
    </SiteListScreen>
  )
}
