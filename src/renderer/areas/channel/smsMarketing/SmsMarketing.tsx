import { ChatMultipleRegular } from '@fluentui/react-icons'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { OutgoingRecords } from '../shared/OutgoingRecords.tsx'
import { COLUMNS, nameOf } from './columns.tsx'
import { SmsDialog } from './SmsDialog.tsx'
import { SmsDrawer } from './SmsDrawer.tsx'

/** Sent and waiting text messages of a site (C·§2 SMS; contradictions.md 132). */
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
        emptyTitle: '还没有短信发送记录',
        emptyText: '点击“发送短信”，选择通道和模板，向指定号码或会员发送短信。',
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
