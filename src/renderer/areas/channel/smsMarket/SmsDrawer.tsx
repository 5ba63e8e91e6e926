import { SEND_NOW } from '#shared/contract/outgoing.ts'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { RecipientTable } from '../shared/RecipientTable.tsx'
import { OUTGOING, OUTGOING_STATE_NAMES } from '../shared/text.ts'
import { MARKET } from './text.ts'

/** A text message and what became of it at each number. */
export function SmsDrawer({ message, onClose }: { message: SmsRecord; onClose: () => void }) {
  const live = message.state === 'waiting' || message.state === 'sending'
  return (
    <DetailDrawer title={MARKET.viewTitle} onClose={onClose}>
      <Facts
        facts={[
          { name: MARKET.template, value: message.templateName },
          { name: MARKET.channel, value: message.channelName },
          { name: MARKET.content, value: message.content },
          { name: MARKET.cost, value: MARKET.estimated({ ...message, recipients: message.total }) },
          { name: OUTGOING.sendType, value: message.sendType === SEND_NOW ? OUTGOING.now : OUTGOING.onDate },
          { name: OUTGOING.sendTime, value: message.sendTime || message.postTime },
          { name: MARKET.author, value: message.author },
          { name: OUTGOING.state, value: OUTGOING_STATE_NAMES[message.state] },
          ...(message.reason ? [{ name: MARKET.reason, value: message.reason }] : []),
        ]}
      />
      <RecipientTable operation="smsMarketing.recipients" id={message.id} live={live} />
    </DetailDrawer>
  )
}
