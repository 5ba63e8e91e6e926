import { ChatMultipleRegular } from '@fluentui/react-icons'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge } from '../shared/ProgressCell.tsx'
import { OutgoingRecords } from '../shared/OutgoingRecords.tsx'
import { SmsDialog } from './SmsDialog.tsx'
import { SmsDrawer } from './SmsDrawer.tsx'

type Row = SmsRecord
const nameOf = (row: Row): string => row.templateName

/** contradictions.md 131: of the entity's fields, in its order; what became of it is ours. */
const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'template', title: '短信模板', width: '12%', least: 110, render: nameOf },
  { key: 'content', title: '短信内容', least: 190, render: (row) => row.content },
  { key: 'channel', title: '短信通道', width: '100px', render: (row) => row.channelName },
  { key: 'postTime', title: '发送时间', width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: '状态', width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: '进度', width: '140px', render: (row) => <ProgressCell {...row} /> },
]

/** Text messages of a site that were sent or wait (C·§2 SMS; contradictions.md 132). */
export function SmsMarketing() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  return (
    <OutgoingRecords
      kind="smsMarketing"
      words={{
        title: '短信营销',
        search: '搜索模板或通道',
        add: '发送短信',
        view: '查看',
        emptyTitle: '还没有发送过短信',
        emptyText: '点“发送短信”，选择通道和模板，发给手工填写的号码或会员。',
        removeTitle: (name: string): string => `删除短信“${name}”的发送记录`,
        removeMany: (count: number): string => `删除 ${count} 条短信发送记录`,
      }}
      icon={ChatMultipleRegular}
      list={list}
      columns={COLUMNS}
      nameOf={nameOf}
      renderForm={(siteId, onClose) => <SmsDialog siteId={siteId} onClose={onClose} />}
      renderDrawer={(message, onClose) => <SmsDrawer message={message} onClose={onClose} />}
    />
  )
}
