import { PhoneChatRegular } from '@fluentui/react-icons'
import type { SmsChannel } from '#shared/contract/smsChannel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
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
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('smsChannel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('smsChannel.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={ACCESS}
      icon={PhoneChatRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={(row) => remove([row.id], ACCESS.removeTitle(nameOf(row)), ACCESS.removeText(row.waiting))}
      renderDialog={(channel, site) => <ChannelDialog channel={channel} {...site} />}
    />
  )
}
