import { z } from 'zod'
import { TENCENT_TYPE, tencentSignature } from '#server/net/signatures.ts'
import {
  callProvider,
  type NoResponse,
  toReceipt,
  type SmsAccess,
  type SmsSendResult,
  type SmsProvider,
  type SmsReceipt,
} from './provider.ts'

/** The API of 2021-01-11. */
const VERSION = '2021-01-11'
const REGION = 'ap-guangzhou'
/** Receipts per query, the API's maximum. */
const MAX_RECEIPTS = 100
/** Allowed difference between the two clocks, ms. */
const CLOCK_TOLERANCE_MS = 600_000

const errorSchema = z.object({ Code: z.string(), Message: z.string().default('') })
const sendStatus = z.object({ Code: z.string(), Message: z.string().default(''), SerialNo: z.string().default('') })
const sendResponse = z.object({
  Response: z.object({ Error: errorSchema.optional(), SendStatusSet: z.array(sendStatus).default([]) }),
})
const receiptSchema = z.object({
  SerialNo: z.string(),
  /** SUCCESS or FAIL. */
  ReportStatus: z.string(),
  Description: z.string().default(''),
})
const receiptsResponse = z.object({
  Response: z.object({ Error: errorSchema.optional(), PullSmsSendStatusSet: z.array(receiptSchema).default([]) }),
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
    return callTencent<SmsSendResult>(access, 'SendSms', { form, now }, (json) => {
      const read = sendResponse.safeParse(json)
      if (!read.success) return null
      const { Error: refused, SendStatusSet: sent } = read.data.Response
      const status = refused ?? sent[0]
      if (!status) return null
      if (!refused && status.Code === 'Ok') return { is: 'ok', receiptId: sent[0]?.SerialNo ?? '' }
      return { is: 'error', code: status.Code, message: status.Message }
    })
  },
  async receipt(access, { phone, receiptId, sentTime }, now) {
    const form = {
      BeginTime: Math.floor((sentTime.getTime() - CLOCK_TOLERANCE_MS) / 1000),
      EndTime: Math.floor((now.getTime() + CLOCK_TOLERANCE_MS) / 1000),
      Offset: 0,
      Limit: MAX_RECEIPTS,
      PhoneNumber: `+86${phone}`,
      SmsSdkAppId: access.sdkAppId,
    }
    return toReceipt(
      await callTencent<SmsReceipt>(access, 'PullSmsSendStatusByPhoneNumber', { form, now }, (json) => {
        const read = receiptsResponse.safeParse(json)
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
function callTencent<T>(
  access: SmsAccess,
  action: string,
  { form, now }: { form: object; now: Date },
  read: (json: unknown) => T | null,
): Promise<T | NoResponse> {
  const body = JSON.stringify(form)
  const url = new URL(access.endpoint)
  const timestamp = Math.floor(now.getTime() / 1000)
  const authorization = tencentSignature(access, 'sms', { host: url.host, action, timestamp, body })
  const headers = {
    authorization,
    'content-type': TENCENT_TYPE,
    'x-tc-action': action,
    'x-tc-version': VERSION,
    'x-tc-region': REGION,
    'x-tc-timestamp': String(timestamp),
  }
  return callProvider(url.href, { headers, body }, read)
}
