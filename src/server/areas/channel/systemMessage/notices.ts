import type { OutgoingKind } from '#server/areas/channel/outgoing/table.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { escapeHtml } from '#server/html/escape.ts'
import type { NewNotice, SentNotice } from '#server/areas/people/notice/index.ts'
import { GROUP_OF_NOTICE, type NoticeGroup } from '#shared/contract/notice.ts'
import { smsVariables } from '#shared/domain/smsText.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { saveSystemMessage, type NewRecipient } from '../outgoing/index.ts'
import { readSystemMessageSettings } from './settings.ts'

/** Maximum length of a variable's value at the providers. */
const VARIABLE_LIMIT = 35
const MAX_QUERY_ACCOUNTS = 500
const MOBILE = /^1[3-9]\d{9}$/

const parseGroups = (json: string): NoticeGroup[] => JSON.parse(json) as NoticeGroup[]

export const readPreference: Handler<'noticeWish.read'> = async ({ db, requireSignedIn }) => {
  const { accountId } = requireSignedIn()
  const wish = await db.selectFrom('notice_wish').selectAll().where('accountId', '=', accountId).executeTakeFirst()
  const account = await db
    .selectFrom('account')
    .select(['email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { emailChannelId, noticeChannelId } = await readSystemMessageSettings(db)
  return {
    email: parseGroups(wish?.email ?? '[]'),
    sms: parseGroups(wish?.sms ?? '[]'),
    ways: {
      email: { isOpen: emailChannelId !== 0, address: account.email },
      sms: { isOpen: noticeChannelId !== 0, address: MOBILE.test(account.phone) ? account.phone : '' },
    },
  }
}

export const savePreference: Handler<'noticeWish.save'> = async (ctx: CallContext, { email, sms }) => {
  const row = { email: JSON.stringify([...new Set(email)]), sms: JSON.stringify([...new Set(sms)]) }
  await ctx.db
    .insertInto('notice_wish')
    .values({ accountId: ctx.requireSignedIn().accountId, ...row })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
    .execute()
  return null
}

type NoticeChannels = Awaited<ReturnType<typeof readSystemMessageSettings>>

/** Queues notices by e-mail or SMS for the accounts that chose these channels. */
export async function sendNotices(deps: ServerDeps, list: readonly SentNotice[]): Promise<void> {
  const ways = await readSystemMessageSettings(deps.db)
  if (ways.emailChannelId === 0 && ways.noticeChannelId === 0) return
  for (const each of list) await sendNotice(deps, ways, each)
}

async function sendNotice(
  deps: ServerDeps,
  channels: NoticeChannels,
  { ids: accountIds, notice }: SentNotice,
): Promise<void> {
  const group = GROUP_OF_NOTICE[notice.kind]
  const to: Record<OutgoingKind, NewRecipient[]> = { email: [], sms: [] }
  for (const part of splitIntoBatches(accountIds, MAX_QUERY_ACCOUNTS)) {
    const rows = await deps.db
      .selectFrom('notice_wish')
      .innerJoin('account', 'account.id', 'notice_wish.accountId')
      .select(['account.email as address', 'account.phone', 'account.trueName', 'notice_wish.email', 'notice_wish.sms'])
      .where('notice_wish.accountId', 'in', part)
      .where('account.isStatus', '=', 1)
      .execute()
    for (const { address, phone, trueName: name, email, sms } of rows) {
      if (address !== '' && parseGroups(email).includes(group)) to.email.push({ address, name, memberId: 0 })
      if (MOBILE.test(phone) && parseGroups(sms).includes(group)) to.sms.push({ address: phone, name, memberId: 0 })
    }
  }
  if (channels.emailChannelId !== 0 && to.email.length > 0)
    await queueEmail(deps, channels.emailChannelId, { notice, recipients: to.email })
  if (channels.noticeChannelId !== 0 && to.sms.length > 0)
    await queueSms(deps, channels, { notice, recipients: to.sms })
}

interface NoticeDelivery {
  notice: NewNotice
  recipients: readonly NewRecipient[]
}

const FOOTER_TEXT = '本邮件是站匠发送的通知。在“个人信息”的“通知”中可以修改接收方式。'

function queueEmail(deps: ServerDeps, channelId: number, { notice, recipients }: NoticeDelivery): Promise<void> {
  const { title, body } = notice
  const text = body ? `<p>${escapeHtml(body).replaceAll('\n', '<br>')}</p>` : ''
  return saveSystemMessage(
    deps,
    {
      kind: 'email',
      channelId,
      channelName: '系统通知',
      // A subject must be one line; an entry's title may contain line breaks.
      title: title.replace(/\s+/g, ' '),
      body: `<p><b>${escapeHtml(title)}</b></p>${text}<p>请打开站匠查看。</p><p style="color:#888;font-size:12px">${FOOTER_TEXT}</p>`,
      extra: JSON.stringify({ isMass: false, attachments: [] }),
    },
    recipients,
  )
}

async function queueSms(
  deps: ServerDeps,
  { noticeChannelId, noticeTemplateId }: { noticeChannelId: number; noticeTemplateId: number },
  { notice, recipients }: NoticeDelivery,
): Promise<void> {
  const find = deps.db.selectFrom('sms_template').selectAll().where('id', '=', noticeTemplateId)
  const template = await find.executeTakeFirst()
  const channel = await deps.db
    .selectFrom('sms_channel')
    .select('signName')
    .where('id', '=', noticeChannelId)
    .executeTakeFirst()
  if (!template || !channel) return deps.log.warn('the template or channel of notices was deleted')
  const letters = [...notice.title.replace(/\s+/g, ' ')]
  const value = letters.length > VARIABLE_LIMIT ? `${letters.slice(0, VARIABLE_LIMIT - 1).join('')}…` : letters.join('')
  const params = smsVariables(template.templateContent).map((name) => ({ name, value }))
  await saveSystemMessage(
    deps,
    {
      kind: 'sms',
      channelId: noticeChannelId,
      channelName: '系统通知',
      title: template.templateName,
      body: template.templateContent,
      extra: JSON.stringify({ templateCode: template.templateCode, signName: channel.signName, params }),
    },
    recipients,
  )
}
