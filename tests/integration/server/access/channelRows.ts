import type { ApiName } from '#shared/contract/registry.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { buildEmailChannel, buildHeldMessage } from '#tests/builders/channel.ts'
import { row, type Row } from './row.ts'
import type { Stage } from './world.ts'

const emailChannelOf = ({ server, world: { mark, siteId } }: Stage): Promise<number> =>
  buildEmailChannel(server.deps.db, { siteId, sendName: `发件人 ${mark}` })
const emailOf = ({ server, world: { mark, siteId } }: Stage): Promise<number> =>
  buildHeldMessage(server.deps.db, { kind: 'email', siteId, title: `邮件 ${mark}` })
/** On a date: nothing goes out while the question is asked. */
const later = { sendType: 2, sendTime: formatDateTime(Date.now() + 30 * DAY_MS) }
const aMail = { subject: '您好', body: '<p>正文</p>', emailList: ['a@example.com'], ...later }

/** Calls of the channels that messages go out by. */
export const channelRows: Partial<Record<ApiName, Row>> = {
  'emailChannel.page': row('own sites', () => ({ page: 1, size: 1000 }), emailChannelOf),
  'emailChannel.findById': row('site', ({ made }) => ({ id: made }), emailChannelOf),
  'emailChannel.deleteByIdList': row('site', ({ made }) => [made], emailChannelOf),
  'emailSend.page': row('own sites', () => ({ page: 1, size: 1000 }), emailOf),
  'emailSend.findById': row('site', ({ made }) => ({ id: made }), emailOf),
  'emailSend.recipients': row('site', ({ made }) => ({ id: made }), emailOf),
  'emailSend.deleteByIdList': row('site', ({ made }) => [made], emailOf),
  'emailSend.batchSend': row(
    'declared',
    ({ siteId, made }) => ({ ...aMail, siteId, emailChannelId: made }),
    emailChannelOf,
  ),
  'emailSend.update': row('site', ({ made }) => ({ id: made, action: 'cancel' }), emailOf),
  'emailSend.resend': row('site', ({ made }) => ({ id: made }), emailOf),
}
