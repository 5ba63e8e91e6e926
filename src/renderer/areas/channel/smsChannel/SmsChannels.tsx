import { PhoneChatRegular } from '@fluentui/react-icons'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { DELETE_QUESTION, useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { ChannelDialog } from './ChannelDialog.tsx'
import { COLUMNS, nameOf } from './columns.tsx'

const describeRemoval = (waiting: number): string =>
  waiting === 0
    ? DELETE_QUESTION
    : `还有 ${waiting} 批短信等待通过该通道发送，删除后这些短信将暂停，不再发送。${DELETE_QUESTION}`

/** The channels through which a site sends text messages (C·§2 SMS). */
export function SmsChannels() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('smsChannel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('smsChannel.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={{
        title: '短信通道',
        add: '新增',
        search: '搜索通道名称或签名',
        emptyTitle: '该站点还没有短信通道',
        emptyText: '点击“新增”填写阿里云或腾讯云的短信密钥。',
      }}
      icon={PhoneChatRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={(row) => remove([row.id], `删除短信通道“${nameOf(row)}”`, describeRemoval(row.waiting))}
      renderDialog={(channel, site) => <ChannelDialog channel={channel} {...site} />}
    />
  )
}
