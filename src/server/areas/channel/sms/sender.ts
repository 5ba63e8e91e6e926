import type { ServerDeps } from '#server/deps.ts'
import { smsValue } from '#shared/domain/smsText.ts'
import {
  ChannelRefusal,
  type OpenChannel,
  type Outcome,
  type OutgoingRow,
  type RecipientRow,
  type Sender,
} from '../outgoing/index.ts'
import { CHANNEL_GONE, openSms } from './access.ts'
import { extraOf } from './extra.ts'
import type { SmsAnswer } from './provider.ts'

/** Parallel requests and messages per minute; limits of the providers. */
const LANES = 4
const PER_MINUTE = 3000

const channelOf = async (deps: ServerDeps, { channelId, siteId }: OutgoingRow) => {
  const row = await deps.db
    .selectFrom('sms_channel')
    .selectAll()
    .where('id', '=', channelId)
    // System messages (site 0) use the channel chosen in the settings, whatever its site.
    .$if(siteId > 0, (found) => found.where('siteId', '=', siteId))
    .executeTakeFirst()
  if (!row) throw new ChannelRefusal(CHANNEL_GONE, true)
  return row
}

export const smsSender: Sender = {
  perMinute: async () => PER_MINUTE,
  open: async (deps, message): Promise<OpenChannel> => {
    const row = await channelOf(deps, message)
    const opened = await openSms(deps, row)
    if (typeof opened === 'string') throw new ChannelRefusal(opened, true)
    const { templateCode, params } = extraOf(message)
    return {
      lanes: LANES,
      send: async (recipient: RecipientRow): Promise<Outcome> => {
        const sent = await sentToday(deps, recipient)
        if (sent >= row.perDay) return { is: 'skipped', message: `今天已向该号码发送 ${sent} 条，达到每天的上限` }
        const values = params.map(({ name, value }) => ({ name, value: smsValue(value, recipient.name) }))
        return outcomeOf(await opened.send({ phone: recipient.address, templateCode, values }))
      },
      close: () => undefined,
    }
  },
}

/** Counts the messages sent to the number since midnight. */
async function sentToday({ db, clock }: ServerDeps, { id, address }: RecipientRow): Promise<number> {
  const { count } = await db
    .selectFrom('outgoing_recipient')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('kind', '=', 'sms')
    .where('tryTime', '>=', new Date(clock.now()).setHours(0, 0, 0, 0))
    .where('state', 'in', ['sending', 'sent', 'delivered', 'undelivered', 'doubtful'])
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Error codes of both providers that would occur for every number. */
const HOLD =
  /Signature|AccessKey|AuthFailure|Forbidden|UnauthorizedOperation|InvalidTimeStamp|SECURITY|AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|InsufficientBalance|SIGN_NAME|SIGNATURE|TEMPLATE|Template|SmsSdkAppId|ACCOUNT_/
/** Temporary error codes of both providers. */
const LATER =
  /Throttling|LimitExceeded|BUSINESS_LIMIT|RequestLimit|SYSTEM_ERROR|InternalError|ServiceUnavailable|Timeout/

function outcomeOf(answer: SmsAnswer): Outcome {
  if (answer.is === 'ok') return { is: 'sent', message: '', receiptId: answer.receiptId }
  if (answer.is === 'unsure') return { is: 'doubtful', message: answer.message }
  if (answer.is === 'away') return { is: 'later', message: answer.message }
  const { code, message } = answer
  const words = `${message}（${code}）`
  // A wrong server clock is reported as a signature error, so the text names the clock.
  const clock = /TimeStamp|SignatureExpire/i.test(code) ? '，请校准服务器的时间' : ''
  if (LATER.test(code)) return { is: 'later', message: words }
  return { is: HOLD.test(code) ? 'hold' : 'failed', message: words + clock }
}
