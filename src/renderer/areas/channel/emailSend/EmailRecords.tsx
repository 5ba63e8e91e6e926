import { MailMultipleRegular } from '@fluentui/react-icons'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { OUTGOING_STATE_NAMES, usePollWhileSending } from '../shared/ProgressCell.tsx'
import { OutgoingRecords } from '../shared/OutgoingRecords.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { SEND_NOW } from '#shared/contract/outgoing.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { HtmlContent } from '#renderer/features/entry/HtmlContent.tsx'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { RecipientTable } from '../shared/RecipientTable.tsx'
import { COLUMNS, nameOf } from './columns.tsx'

/** An e-mail with its text, sender, sending method and time (C·§2), and the result for each recipient. */
function EmailDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const poll = usePollWhileSending()
  const read = useRead('emailSend.findById', { id }, { quiet: true, ...poll.options })
  const mail = read.data
  const isSending = poll.watchRows(mail && [mail])
  return (
    <DetailDrawer title="查看邮件" onClose={onClose}>
      {!mail && (read.error ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <LoadingState />)}
      {mail && (
        <>
          <Facts
            facts={[
              { name: '邮件主题', value: mail.channelName },
              { name: '邮件渠道', value: mail.subject },
              { name: '发送方式', value: mail.sendType === SEND_NOW ? '立即发送' : '定时发送' },
              { name: '发送时间', value: mail.sendTime || mail.postTime },
              { name: '发送人', value: mail.author },
              { name: '状态', value: OUTGOING_STATE_NAMES[mail.state] },
              ...(mail.reason ? [{ name: '说明', value: mail.reason }] : []),
              ...(mail.attachments.length > 0
                ? [{ name: '附件', value: mail.attachments.map(({ name }) => name).join('、') }]
                : []),
            ]}
          />
          <HtmlContent html={mail.body} />
          <RecipientTable operation="emailSend.recipients" id={id} live={isSending} />
        </>
      )}
    </DetailDrawer>
  )
}

/** Sent and waiting e-mails of a site (C·§2 Email). */
export function EmailRecords() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  return (
    <OutgoingRecords
      kind="emailSend"
      words={{
        title: '邮件发送记录',
        search: '搜索主题或发件邮箱',
        add: '发送邮件',
        view: '查看',
        emptyTitle: '还没有邮件发送记录',
        emptyText: '点击“发送邮件”，向指定邮箱或会员发送邮件。',
        removeTitle: (name: string): string => `删除邮件“${name}”`,
        removeMany: (count: number): string => `删除 ${count} 条邮件发送记录`,
      }}
      icon={MailMultipleRegular}
      list={list}
      columns={COLUMNS}
      nameOf={nameOf}
      renderForm={(siteId, onClose) => <EmailDialog siteId={siteId} onClose={onClose} />}
      renderDrawer={({ id }, onClose) => <EmailDrawer id={id} onClose={onClose} />}
    />
  )
}
