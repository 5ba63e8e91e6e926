import { Button } from '@fluentui/react-components'
import { AddRegular, PhoneChatRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { SmsChannel } from '#shared/contract/smsChannel.ts'
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
import { ChannelDialog } from './ChannelDialog.tsx'
import { ACCESS, typeName } from './text.ts'

const nameOf = ({ channelName, id }: SmsChannel): string => channelName || `编号 ${id}`

/** C·§2: name and channel; the signature is ours. */
const COLUMNS: readonly TableColumn<SmsChannel>[] = [
  { key: 'channelName', title: ACCESS.channelName, width: '35%', render: nameOf },
  { key: 'channelType', title: ACCESS.channelType, width: '25%', render: (row) => typeName(row.channelType) },
  { key: 'signName', title: ACCESS.signName, render: (row) => row.signName },
]

/** The channels by which a site sends text messages (C·§2 SMS). */
export function SmsChannels() {
  const [opened, setOpened] = useState<{ channel: SmsChannel | null } | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('smsChannel.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('smsChannel.deleteByIdList', list)
  const actions = useMemo<EditRemove<SmsChannel>>(
    () => ({
      edit: (channel) => setOpened({ channel }),
      remove: (row) => void remove([row.id], ACCESS.removeTitle(nameOf(row))),
    }),
    [remove],
  )
  const columns = useMemo(() => [...COLUMNS, editRemoveColumn(actions, nameOf)], [actions])
  return (
    <ListScreen
      title={ACCESS.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search={ACCESS.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ channel: null })}
        >
          {ACCESS.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={PhoneChatRegular} title={ACCESS.emptyTitle} text={ACCESS.emptyText} />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <ChannelDialog channel={opened.channel} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
