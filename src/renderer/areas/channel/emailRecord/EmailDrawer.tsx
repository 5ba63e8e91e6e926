import { SEND_NOW } from '#shared/contract/outgoing.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { HtmlContent } from '#renderer/features/entry/HtmlContent.tsx'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { usePollOf } from '../shared/ProgressCell.tsx'
import { RecipientTable } from '../shared/RecipientTable.tsx'
import { OUTGOING, OUTGOING_STATE_NAMES } from '../shared/text.ts'
import { MAIL } from './text.ts'

/** C·§2: an e-mail with its text, channel, way and time of sending; what became of it at each recipient is ours. */
export function EmailDrawer({ id, onClose }: { id: number; onClose: () => void }) {
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
