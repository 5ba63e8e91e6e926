import type { ApiName } from '#shared/contract/registry.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { buildEmailChannel, buildHeldMessage } from '#tests/builders/channel.ts'
import { row, type Row } from './row.ts'
import type { Stage } from './world.ts'

const emailChannelOf = ({ server, world: { mark, siteId } }: Stage): Promise<number> =>
  buildEmailChannel(server.deps.db, { siteId, sendName: `发件人 ${mark}` })
const emailOf = ({ server, world: { mark, siteId } }: Stage): Promise<number> =>
  buildHeldMessage(server.deps.db, { kind: 'email', siteId, title: `邮件 ${mark}` })
const smsChannelOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (
    await admin.ok('smsChannel.save', {
      siteId,
      channelName: `通道 ${mark}`,
      signName: '签',
      accessKeyId: 'a',
      accessKeySecret: 'b',
    })
  )?.id ?? 0
const smsTemplateOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (
    await admin.ok('smsTemplate.save', {
      siteId,
      templateName: `模板 ${mark}`,
      templateCode: '1',
      templateContent: '您好',
    })
  )?.id ?? 0
const smsOf = ({ server, world: { mark, siteId } }: Stage): Promise<number> =>
  buildHeldMessage(server.deps.db, {
    kind: 'sms',
    siteId,
    title: `短信 ${mark}`,
    extra: JSON.stringify({ templateCode: '1', signName: '签', params: [] }),
  })
/** A channel and a template with the same number, as in a new database. */
const bothOf = async (stage: Stage): Promise<number> => {
  const id = await smsChannelOf(stage)
  const { db } = stage.server.deps
  await db.deleteFrom('sms_template').where('id', '=', id).execute()
  const row = { siteId: stage.world.siteId, templateName: '模板', templateCode: '1', templateContent: '您好' }
  await db
    .insertInto('sms_template')
    .values({ ...row, id, createTime: 0, updatedBy: '', updateTime: 0 })
    .execute()
  return id
}
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
  'smsChannel.page': row('own sites', () => ({ page: 1, size: 1000 }), smsChannelOf),
  'smsChannel.findById': row('site', ({ made }) => ({ id: made }), smsChannelOf),
  'smsChannel.save': row('declared', ({ siteId }) => ({ siteId, channelName: '通道' })),
  'smsChannel.deleteByIdList': row('site', ({ made }) => [made], smsChannelOf),
  'smsTemplate.page': row('own sites', () => ({ page: 1, size: 1000 }), smsTemplateOf),
  'smsTemplate.findById': row('site', ({ made }) => ({ id: made }), smsTemplateOf),
  'smsTemplate.save': row('declared', ({ siteId }) => ({
    siteId,
    templateName: '模板',
    templateCode: '1',
    templateContent: '您好',
  })),
  'smsTemplate.deleteByIdList': row('site', ({ made }) => [made], smsTemplateOf),
  'smsMarketing.page': row('own sites', () => ({ page: 1, size: 1000 }), smsOf),
  'smsMarketing.recipients': row('site', ({ made }) => ({ id: made }), smsOf),
  'smsMarketing.deleteByIdList': row('site', ({ made }) => [made], smsOf),
  'smsMarketing.batchSend': row(
    'declared',
    ({ siteId, made }) => ({ siteId, smsChannelId: made, smsTemplateId: made, phoneList: '13812345678', ...later }),
    bothOf,
  ),
  'smsMarketing.estimate': row(
    'declared',
    ({ siteId, made }) => ({ siteId, smsChannelId: made, smsTemplateId: made, phoneList: '13812345678' }),
    bothOf,
  ),
  'smsMarketing.update': row('site', ({ made }) => ({ id: made, action: 'cancel' }), smsOf),
  'smsMarketing.resend': row('site', ({ made }) => ({ id: made }), smsOf),
  'emailSend.resend': row('site', ({ made }) => ({ id: made }), emailOf),
}
