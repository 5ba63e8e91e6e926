import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  askProvider,
  type NoAnswer,
  receiptOf,
  type SmsAccess,
  type SmsAnswer,
  type SmsProvider,
  type SmsReceipt,
} from './provider.ts'

/** The API of 2021-01-11. */
const VERSION = '2021-01-11'
const REGION = 'ap-guangzhou'
const ALGORITHM = 'TC3-HMAC-SHA256'
const TYPE = 'application/json; charset=utf-8'
/** Receipts per query, the API's maximum. */
const RECEIPTS = 100
/** Allowed difference between the two clocks, ms. */
const CLOCKS_MS = 600_000

const refusal = z.object({ Code: z.string(), Message: z.string().default('') })
const status = z.object({ Code: z.string(), Message: z.string().default(''), SerialNo: z.string().default('') })
const answer = z.object({
  Response: z.object({ Error: refusal.optional(), SendStatusSet: z.array(status).default([]) }),
})
const pulled = z.object({
  SerialNo: z.string(),
  /** SUCCESS or FAIL. */
  ReportStatus: z.string(),
  Description: z.string().default(''),
})
const receipts = z.object({
  Response: z.object({ Error: refusal.optional(), PullSmsSendStatusSet: z.array(pulled).default([]) }),
})

/** SMS over Tencent Cloud: SendSms, PullSmsSendStatusByPhoneNumber. */
export const tencent: SmsProvider = {
  send(access, order, now) {
    const form = {
      PhoneNumberSet: [`+86${order.phone}`],
      SmsSdkAppId: access.sdkAppId,
      SignName: order.signName,
      TemplateId: order.templateCode,
      TemplateParamSet: order.values.map(({ value }) => value),
    }
    return ask<SmsAnswer>(access, 'SendSms', { form, now }, (json) => {
      const read = answer.safeParse(json)
      if (!read.success) return null
      const { Error: refused, SendStatusSet: sent } = read.data.Response
      const told = refused ?? sent[0]
      if (!told) return null
      if (!refused && told.Code === 'Ok') return { is: 'ok', receiptId: sent[0]?.SerialNo ?? '' }
      return { is: 'error', code: told.Code, message: told.Message }
    })
  },
  async receipt(access, { phone, receiptId, sentTime }, now) {
    const form = {
      BeginTime: Math.floor((sentTime.getTime() - CLOCKS_MS) / 1000),
      EndTime: Math.floor((now.getTime() + CLOCKS_MS) / 1000),
      Offset: 0,
      Limit: RECEIPTS,
      PhoneNumber: `+86${phone}`,
      SmsSdkAppId: access.sdkAppId,
    }
    return receiptOf(
      await ask<SmsReceipt>(access, 'PullSmsSendStatusByPhoneNumber', { form, now }, (json) => {
        const read = receipts.safeParse(json)
        if (!read.success) return null
        const { Error: refused, PullSmsSendStatusSet: all } = read.data.Response
        if (refused) return { is: 'unknown', message: `${refused.Message}（${refused.Code}）` }
        const told = all.find(({ SerialNo }) => SerialNo === receiptId)
        if (!told) return { is: 'pending' }
        return told.ReportStatus === 'SUCCESS'
          ? { is: 'delivered' }
          : { is: 'undelivered', message: told.Description || told.ReportStatus }
      }),
    )
  },
}

/** Sends a request with signature v3 (TC3-HMAC-SHA256). */
function ask<T>(
  access: SmsAccess,
  action: string,
  { form, now }: { form: object; now: Date },
  read: (json: unknown) => T | null,
): Promise<T | NoAnswer> {
  const body = JSON.stringify(form)
  const url = new URL(access.endpoint)
  const timestamp = Math.floor(now.getTime() / 1000)
  const authorization = tencentSignature(access, { host: url.host, action, timestamp, body })
  const headers = {
    authorization,
    'content-type': TYPE,
    'x-tc-action': action,
    'x-tc-version': VERSION,
    'x-tc-region': REGION,
    'x-tc-timestamp': String(timestamp),
  }
  return askProvider(url.href, { headers, body }, read)
}

/** The Authorization header for a POST of JSON to `/`. */
export function tencentSignature(
  { accessKeyId, accessKeySecret }: { accessKeyId: string; accessKeySecret: string },
  { host, action, timestamp, body }: { host: string; action: string; timestamp: number; body: string },
): string {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host;x-tc-action'
  const lines = `content-type:${TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const request = ['POST', '/', '', lines, signed, sha256(body)].join('\n')
  const scope = `${date}/sms/tc3_request`
  const text = `${ALGORITHM}\n${timestamp}\n${scope}\n${sha256(request)}`
  const key = ['sms', 'tc3_request'].reduce((last, part) => hmac(last, part), hmac(`TC3${accessKeySecret}`, date))
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
