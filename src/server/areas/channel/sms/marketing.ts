import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { SmsRecord } from '#shared/contract/smsMarketing.ts'
import { countSmsSegments, smsText, smsVariables } from '#shared/domain/smsText.ts'
import { fieldError } from '#shared/errors/index.ts'
import {
  changeMessageState,
  saveMessage,
  readMessagePage,
  type OutgoingRow,
  presentProgress,
  readRecipientPage,
  collectRecipients,
  removeMessages,
  resend,
} from '../outgoing/index.ts'
import { describeMissingSettings } from './access.ts'
import { requireSmsChannel } from './channels.ts'
import { parseExtra, type SmsExtra } from './extra.ts'
import { PRICE_UNITS, countSegments } from './price.ts'
import { requireSmsTemplate } from './templates.ts'

/** Mainland mobile numbers; a member's phone may be a landline, which can't receive SMS. */
const MOBILE = /^1[3-9]\d{9}$/
const normalizePhone = (phone: string): string => phone.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')

function present(row: OutgoingRow): SmsRecord {
  const { params, signName, segments, price } = parseExtra(row)
  const content = smsText(row.body, signName, Object.fromEntries(params.map(({ name, value }) => [name, value])))
  return {
    ...presentProgress(row),
    templateName: row.title,
    channelName: row.channelName,
    content,
    count: countSmsSegments(content),
    segments,
    ...toCost(price, segments),
  }
}

const toCost = (price: number, segments: number) => ({
  price: price / PRICE_UNITS,
  amount: (price * segments) / PRICE_UNITS,
})

type Form = Pick<
  ParsedOf<'smsMarketing.batchSend'>,
  'siteId' | 'smsChannelId' | 'smsTemplateId' | 'params' | 'phoneList' | 'memberIds' | 'groupIds' | 'levelIds'
>

/** Resolves the form to its channel, template, content and recipients. */
async function resolveForm(ctx: CallContext, form: Form) {
  const channel = await requireSmsChannel(ctx, form.smsChannelId)
  const template = await requireSmsTemplate(ctx, form.smsTemplateId)
  const { siteId, signName } = channel
  if (form.siteId && form.siteId !== siteId)
    throw fieldError('invalid', 'smsChannelId', '短信通道不属于该站点，请重新选择')
  if (template.siteId !== siteId)
    throw fieldError('invalid', 'smsTemplateId', '短信模板和短信通道不属于同一个站点，请重新选择')
  const { templateContent } = template
  const params = smsVariables(templateContent).map((name) => ({ name, value: form.params[name] ?? '' }))
  const { memberIds, groupIds, levelIds, phoneList: addresses } = form
  const all = await collectRecipients(ctx, 'sms', { siteId, memberIds, groupIds, levelIds, addresses })
  const byPhone = new Map(
    all.map((each) => ({ ...each, address: normalizePhone(each.address) })).map((each) => [each.address, each]),
  )
  const recipients = [...byPhone.values()].filter(({ address }) => MOBILE.test(address))
  return { channel, template, content: { templateContent, signName, params }, recipients }
}

export const marketingRoutes: Routes<'smsMarketing'> = {
  'smsMarketing.page': async (ctx, input) => {
    const { rows, total } = await readMessagePage(ctx, 'sms', input)
    return pageOf(rows.map(present), total, input.size)
  },
  'smsMarketing.estimate': async (ctx, form) => {
    const { channel, content, recipients } = await resolveForm(ctx, form)
    const segments = countSegments(content, recipients)
    return { recipients: recipients.length, segments, ...toCost(channel.price, segments) }
  },
  'smsMarketing.batchSend': async (ctx, form) => {
    const { channel, template, content, recipients } = await resolveForm(ctx, form)
    const { signName, params } = content
    const missingText = describeMissingSettings(channel)
    if (missingText) throw fieldError('invalid', 'smsChannelId', missingText)
    const emptyParam = params.find(({ value }) => value.trim() === '')
    if (emptyParam) throw fieldError('invalid', 'params', `请填写模板变量“${emptyParam.name}”的值`)
    if (recipients.length === 0) throw fieldError('invalid', 'phoneList', '请添加号码，或选择有手机号的会员')
    const { price } = channel
    const segments = countSegments(content, recipients)
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
  'smsMarketing.recipients': (ctx, input) => readRecipientPage(ctx, 'sms', input),
  'smsMarketing.update': async (ctx, input) => {
    await changeMessageState(ctx, 'sms', input)
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
