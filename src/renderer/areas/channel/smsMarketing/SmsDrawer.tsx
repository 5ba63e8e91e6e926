import { SEND_NOW } from '#shared/contract/outgoing.ts'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { OUTGOING_STATE_NAMES } from '../shared/ProgressCell.tsx'
import { RecipientTable } from '../shared/RecipientTable.tsx'
import { describeCost } from './SmsCost.tsx'

/** A text message and the result for each number. */
export function SmsDrawer({ message, onClose }: { message: SmsRecord; onClose: () => void }) {
  const live = message.state === 'waiting' || message.state === 'sending'
  return (
    <DetailDrawer title="查看短信" onClose={onClose}>
      <Facts
        facts={[
          { name: '短信模板', value: message.templateName },
          { name: '短信通道', value: message.channelName },
          { name: '短信内容', value: message.content },
          { name: '费用', value: describeCost({ ...message, recipients: message.total }) },
          { name: '发送方式', value: message.sendType === SEND_NOW ? '立即发送' : '定时发送' },
          { name: '发送时间', value: message.sendTime || message.postTime },
          { name: '发送人', value: message.author },
          { name: '状态', value: OUTGOING_STATE_NAMES[message.state] },
          ...(message.reason ? [{ name: '说明', value: message.reason }] : []),
        ]}
      />
      <RecipientTable operation="smsMarketing.recipients" id={message.id} live={live} />
    </DetailDrawer>
  )
}
