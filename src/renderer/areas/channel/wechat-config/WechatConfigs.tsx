import { Button } from '@fluentui/react-components'
import { AddRegular, ChatMultipleRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { WechatConfig } from '#shared/contract/wechat.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveColumn, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ConfigDialog } from './ConfigDialog.tsx'
import { CONFIG } from './text.ts'

const titleOf = ({ title }: WechatConfig): string => title

/** C·§2: the official accounts of a site, by name and appId. */
export function WechatConfigs() {
  const [opened, setOpened] = useState<{ config: WechatConfig | null } | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('wechatConfig.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('wechatConfig.deleteByIdList', list)
  const actions = useMemo<EditRemove<WechatConfig>>(
    () => ({
      edit: (config) => setOpened({ config }),
      remove: ({ id, title }) => void remove([id], CONFIG.remove(title)),
    }),
    [remove],
  )
  const columns = useMemo(
    (): TableColumn<WechatConfig>[] => [
      { key: 'title', title: CONFIG.name, render: titleOf },
      { key: 'appId', title: CONFIG.appId, width: '40%', render: ({ appId }) => appId },
      editRemoveColumn(actions, titleOf),
    ],
    [actions],
  )
  return (
    <ListScreen
      title={CONFIG.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={titleOf}
      search={CONFIG.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ config: null })}
        >
          {CONFIG.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={ChatMultipleRegular} title={CONFIG.empty} text={CONFIG.emptyText} />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <ConfigDialog config={opened.config} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
