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
import { CHANNEL_DELETED_REASON, openSms } from './access.ts'
import { parseExtra } from './extra.ts'
import type { SmsSendResult } from './provider.ts'

/** Parallel requests and messages per minute; limits of the providers. */
const MAX_PARALLEL_REQUESTS = 4
const MAX_PER_MINUTE = 3000

const requireChannel = async (deps: ServerDeps, { channelId, siteId }: OutgoingRow) => {
  const row = await deps.db
    .selectFrom('sms_channel')
    .selectAll()
    .where('id', '=', channelId)
    // System messages (site 0) use the channel chosen in the settings, whatever its site.
    .$if(siteId > 0, (found) => found.where('siteId', '=', siteId))
    .executeTakeFirst()
  if (!row) throw new ChannelRefusal(CHANNEL_DELETED_REASON, true)
  return row
}

export const smsSender: Sender = {
  perMinute: async () => MAX_PER_MINUTE,
  open: async (deps, message): Promise<OpenChannel> => {
    const row = await requireChannel(deps, message)
    const opened = await openSms(deps, row)
    if (typeof opened === 'string') throw new ChannelRefusal(opened, true)
    const { templateCode, params } = parseExtra(message)
    return {
      parallelSends: MAX_PARALLEL_REQUESTS,
      send: async (recipient: RecipientRow): Promise<Outcome> => {
        const sent = await countSentToday(deps, recipient)
        if (sent >= row.perDay) return { is: 'skipped', message: `今天已向该号码发送 ${sent} 条，达到每天的上限` }
        const values = params.map(({ name, value }) => ({ name, value: smsValue(value, recipient.name) }))
        return toOutcome(await opened.send({ phone: recipient.address, templateCode, values }))
      },
      close: () => undefined,
    }
  },
}

/** Counts the messages sent to the number since midnight. */
async function countSentToday({ db, clock: clockHint }: ServerDeps, { id, address }: RecipientRow): Promise<number> {
  const { count } = await db
    .selectFrom('outgoing_recipient')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('kind', '=', 'sms')
    .where('tryTime', '>=', new Date(clockHint.now()).setHours(0, 0, 0, 0))
    .where('state', 'in', ['sending', 'sent', 'delivered', 'undelivered', 'doubtful'])
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Error codes of both providers that would occur for every number. */
const PERMANENT_CODES =
  /Signature|AccessKey|AuthFailure|Forbidden|UnauthorizedOperation|InvalidTimeStamp|SECURITY|AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|InsufficientBalance|SIGN_NAME|SIGNATURE|TEMPLATE|Template|SmsSdkAppId|ACCOUNT_/
/** Temporary error codes of both providers. */
const TEMPORARY_CODES =
  /Throttling|LimitExceeded|BUSINESS_LIMIT|RequestLimit|SYSTEM_ERROR|InternalError|ServiceUnavailable|Timeout/

function toOutcome(answer: SmsSendResult): Outcome {
  if (answer.is === 'ok') return { is: 'sent', message: '', receiptId: answer.receiptId }
  if (answer.is === 'unsure') return { is: 'doubtful', message: answer.message }
  if (answer.is === 'away') return { is: 'later', message: answer.message }
  const { code, message } = answer
  const text = `${message}（${code}）`
  // A wrong server clock is reported as a signature error, so the text names the clock.
  const clock = /TimeStamp|SignatureExpire/i.test(code) ? '，请校准服务器的时间' : ''
  if (TEMPORARY_CODES.test(code)) return { is: 'later', message: text }
  return { is: PERMANENT_CODES.test(code) ? 'hold' : 'failed', message: text + clock }
}
