import { Button } from '@fluentui/react-components'
import { AddRegular, GlobeRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { columnsOf } from './columns.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { SiteDialog } from './SiteDialog.tsx'
import { useSiteActions } from './useSiteActions.ts'

/** The dialog that is open; settings without a site make a new one. */
type Opened = { dialog: 'settings'; site: Site | null } | { dialog: 'copy'; site: Site }

/** The sites that the account may work in (A·§2 Site list), ten on a page (A·§9). */
export function SiteList() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = useListState({ size: 10 })
  const read = useRead('site.page', list.input, { quiet: true, keepPrevious: true })
  const direct = useSiteActions()
  const actions = useMemo(
    () => ({
      ...direct,
      settings: (site: Site) => setOpened({ dialog: 'settings', site }),
      copy: (site: Site) => setOpened({ dialog: 'copy', site }),
    }),
    [direct],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)

  return (
    <ListScreen
      title="站点列表"
      list={list}
      read={read}
      columns={columns}
      rowKey={(site) => site.id}
      rowLabel={(site) => site.title}
      search="搜索站点名称或标识符"
      onOpen={actions.settings}
      onRowKey={(site, event) => {
        if (event.key === 'F2') actions.settings(site)
        if (event.key === 'Delete') actions.remove(site)
      }}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          onClick={() => setOpened({ dialog: 'settings', site: null })}
        >
          新增
        </Button>
      }
      empty={
        <EmptyState icon={GlobeRegular} title="还没有站点" text="点“新增”建立一个站点，再为它设置模板、栏目和域名。" />
      }
    >
      {opened?.dialog === 'settings' && <SiteDialog site={opened.site} onClose={close} />}
      {opened?.dialog === 'copy' && <CopyDialog site={opened.site} onClose={close} />}
    </ListScreen>
  )
}
