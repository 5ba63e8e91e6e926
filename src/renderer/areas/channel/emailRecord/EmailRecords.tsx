import { MailMultipleRegular } from '@fluentui/react-icons'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ProgressCell, StateBadge, usePollOf } from '../shared/ProgressCell.tsx'
import { OutgoingRecords } from '../shared/OutgoingRecords.tsx'
import { OUTGOING, OUTGOING_STATE_NAMES } from '../shared/text.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { MAIL } from './text.ts'
import { SEND_NOW } from '#shared/contract/outgoing.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { HtmlContent } from '#renderer/features/entry/HtmlContent.tsx'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { RecipientTable } from '../shared/RecipientTable.tsx'

/** C·§2: an e-mail with its text, channel, way and time of sending; what became of it at each recipient is ours. */
function EmailDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const poll = usePollOf()
  const read = useRead('emailSend.findById', { id }, { quiet: true, ...poll.options })
  const mail = read.data
  const live = poll.look(mail && [mail])
  return (
    <DetailDrawer title={MAIL.viewTitle} onClose={onClose}>
      {!mail && (read.error ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <LoadingState />)}
      {mail && (
        <>
          <Facts
            facts={[
              { name: MAIL.subject, value: mail.channelName },
              { name: MAIL.channel, value: mail.subject },
              { name: OUTGOING.sendType, value: mail.sendType === SEND_NOW ? OUTGOING.now : OUTGOING.onDate },
              { name: OUTGOING.sendTime, value: mail.sendTime || mail.postTime },
              { name: MAIL.author, value: mail.author },
              { name: OUTGOING.state, value: OUTGOING_STATE_NAMES[mail.state] },
              ...(mail.reason ? [{ name: MAIL.reason, value: mail.reason }] : []),
              ...(mail.attachments.length > 0
                ? [{ name: MAIL.attachments, value: mail.attachments.map(({ name }) => name).join('、') }]
                : []),
            ]}
          />
          <HtmlContent html={mail.body} />
          <RecipientTable operation="emailSend.recipients" id={id} live={live} />
        </>
      )}
    </DetailDrawer>
  )
}

type Row = OutputOf<'emailSend.page'>['content'][number]
const nameOf = (row: Row): string => row.channelName

/** C·§2: subject and time; what became of it is ours. */
const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'subject', title: MAIL.subject, least: 220, render: nameOf },
  { key: 'postTime', title: MAIL.postTime, width: '170px', render: (row) => row.sendTime || row.postTime },
  { key: 'state', title: OUTGOING.state, width: '100px', render: (row) => <StateBadge {...row} /> },
  { key: 'progress', title: OUTGOING.progress, width: '170px', render: (row) => <ProgressCell {...row} /> },
  { key: 'channel', title: MAIL.channel, width: '15%', least: 120, render: (row) => row.subject },
]

/** E-mail of a site that was sent or waits (C·§2 Email). */
export function EmailRecords() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  return (
    <OutgoingRecords
      kind="emailSend"
      words={MAIL}
      icon={MailMultipleRegular}
      list={list}
      columns={COLUMNS}
      nameOf={nameOf}
      renderForm={(siteId, onClose) => <EmailDialog siteId={siteId} onClose={onClose} />}
      renderDrawer={({ id }, onClose) => <EmailDrawer id={id} onClose={onClose} />}
    />
  )
}
