import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { smsCount, smsText, smsVariables } from '#shared/domain/smsText.ts'
import { fieldError } from '#shared/errors/index.ts'
import {
  actOn,
  saveMessage,
  messagePage,
  type OutgoingRow,
  presentProgress,
  recipientPage,
  recipientsOf,
  removeMessages,
  resend,
} from '../outgoing/index.ts'
import { lackOf } from './access.ts'
import { smsChannelFor } from './channels.ts'
import { extraOf, type SmsExtra } from './extra.ts'
import { PRICE_UNITS, segmentsOf } from './price.ts'
import { smsTemplateFor } from './templates.ts'

/** Mainland mobile numbers; a member's phone may be a landline, which can't receive SMS. */
const MOBILE = /^1[3-9]\d{9}$/
const mobileOf = (phone: string): string => phone.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')

function present(row: OutgoingRow): SmsRecord {
  const { params, signName, segments, price } = extraOf(row)
  const content = smsText(row.body, signName, Object.fromEntries(params.map(({ name, value }) => [name, value])))
  return {
    ...presentProgress(row),
    templateName: row.title,
    channelName: row.channelName,
    content,
    count: smsCount(content),
    segments,
    ...moneyOf(price, segments),
  }
}

const moneyOf = (price: number, segments: number) => ({
  price: price / PRICE_UNITS,
  amount: (price * segments) / PRICE_UNITS,
})

type Form = Pick<
  ParsedOf<'smsMarketing.batchSend'>,
  'siteId' | 'smsChannelId' | 'smsTemplateId' | 'params' | 'phoneList' | 'memberIds' | 'groupIds' | 'levelIds'
>

/** Resolves the form to its channel, template, content and recipients. */
async function planned(ctx: CallContext, form: Form) {
  const channel = await smsChannelFor(ctx, form.smsChannelId)
  const template = await smsTemplateFor(ctx, form.smsTemplateId)
  const { siteId, signName } = channel
  if (form.siteId && form.siteId !== siteId)
    throw fieldError('invalid', 'smsChannelId', '短信通道不属于该站点，请重新选择')
  if (template.siteId !== siteId)
    throw fieldError('invalid', 'smsTemplateId', '短信模板和短信通道不属于同一个站点，请重新选择')
  const { templateContent } = template
  const params = smsVariables(templateContent).map((name) => ({ name, value: form.params[name] ?? '' }))
  const { memberIds, groupIds, levelIds, phoneList: addresses } = form
  const all = await recipientsOf(ctx, 'sms', { siteId, memberIds, groupIds, levelIds, addresses })
  const byNumber = new Map(
    all.map((each) => ({ ...each, address: mobileOf(each.address) })).map((each) => [each.address, each]),
  )
  const recipients = [...byNumber.values()].filter(({ address }) => MOBILE.test(address))
  return { channel, template, content: { templateContent, signName, params }, recipients }
}

export const marketingRoutes: Routes<'smsMarketing'> = {
  'smsMarketing.page': async (ctx, input) => {
    const { rows, total } = await messagePage(ctx, 'sms', input)
    return pageOf(rows.map(present), total, input.size)
  },
  'smsMarketing.estimate': async (ctx, form) => {
    const { channel, content, recipients } = await planned(ctx, form)
    const segments = segmentsOf(content, recipients)
    return { recipients: recipients.length, segments, ...moneyOf(channel.price, segments) }
  },
  'smsMarketing.batchSend': async (ctx, form) => {
    const { channel, template, content, recipients } = await planned(ctx, form)
    const { signName, params } = content
    const lack = lackOf(channel)
    if (lack) throw fieldError('invalid', 'smsChannelId', lack)
    const empty = params.find(({ value }) => value.trim() === '')
    if (empty) throw fieldError('invalid', 'params', `请填写模板变量“${empty.name}”的值`)
    if (recipients.length === 0) throw fieldError('invalid', 'phoneList', '请添加号码，或选择有手机号的会员')
    const { price } = channel
    const segments = segmentsOf(content, recipients)
    const extra: SmsExtra = { templateCode: template.templateCode, signName, params, segments, price }
    const message = {
      kind: 'sms',
      siteId: channel.siteId,
      channelId: channel.id,
      channelName: channel.channelName,
      title: template.templateName,
      body: template.templateContent,
      extra: JSON.stringify(extra),
    } as const
    return { id: await saveMessage(ctx, message, recipients, form) }
  },
  'smsMarketing.recipients': (ctx, input) => recipientPage(ctx, 'sms', input),
  'smsMarketing.update': async (ctx, input) => {
    await actOn(ctx, 'sms', input)
    return null
  },
  'smsMarketing.resend': async (ctx, input) => {
    await resend(ctx, 'sms', input)
    return null
  },
  'smsMarketing.deleteByIdList': async (ctx, ids) => {
    await removeMessages(ctx, 'sms', ids)
    return null
  },
}
