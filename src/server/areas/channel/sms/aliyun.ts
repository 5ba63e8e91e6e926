import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { aliyunHeaders, canonicalQuery } from '#server/net/signatures.ts'
import {
  callProvider,
  type NoResponse,
  toReceipt,
  type SmsAccess,
  type SmsSendResult,
  type SmsProvider,
  type SmsReceipt,
} from './provider.ts'

/** The API of 2017-05-25. */
const VERSION = '2017-05-25'
/** Page size, which the API requires; a message has one detail row. */
const PAGE_SIZE = 10

const sendResponse = z.object({ Code: z.string(), Message: z.string().default(''), BizId: z.string().default('') })
/** SendStatus: 1 waits for the operator, 2 failed, 3 delivered. */
const sendDetail = z.object({ SendStatus: z.number(), ErrCode: z.string().default('') })
const queryResponse = z.object({
  Code: z.string(),
  Message: z.string().default(''),
  SmsSendDetailDTOs: z.object({ SmsSendDetailDTO: z.array(sendDetail).default([]) }).optional(),
})

/** SMS over Aliyun: SendSms, QuerySendDetails. */
export const aliyun: SmsProvider = {
  send(access, order, now) {
    const params = Object.fromEntries(order.values.map(({ name, value }) => [name, value]))
    const query = {
      PhoneNumbers: order.phone,
      SignName: order.signName,
      TemplateCode: order.templateCode,
      ...(order.values.length > 0 && { TemplateParam: JSON.stringify(params) }),
    }
    return callAliyun<SmsSendResult>(access, 'SendSms', { query, now }, (json) => {
      const read = sendResponse.safeParse(json)
      if (!read.success) return null
      const { Code: code, Message: message, BizId: receiptId } = read.data
      return code === 'OK' ? { is: 'ok', receiptId } : { is: 'error', code, message }
    })
  },
  async receipt(access, { phone, receiptId, sentTime }, now) {
    const query = {
      PhoneNumber: phone,
      BizId: receiptId,
      SendDate: formatChinaDate(sentTime),
      PageSize: String(PAGE_SIZE),
      CurrentPage: '1',
    }
    return toReceipt(
      await callAliyun<SmsReceipt>(access, 'QuerySendDetails', { query, now }, (json) => {
        const read = queryResponse.safeParse(json)
        if (!read.success) return null
        const { Code: code, Message: message, SmsSendDetailDTOs: found } = read.data
        if (code !== 'OK') return { is: 'unknown', message: `${message}（${code}）` }
        const [firstDetail] = found?.SmsSendDetailDTO ?? []
        if (firstDetail?.SendStatus === 3) return { is: 'delivered' }
        return firstDetail?.SendStatus === 2 ? { is: 'undelivered', message: firstDetail.ErrCode } : { is: 'pending' }
      }),
    )
  },
}

/** yyyyMMdd in China's time zone, as the API expects. */
const formatChinaDate = (time: Date): string =>
  new Date(time.getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '')
const CHINA_OFFSET_MS = 8 * 3_600_000

/**
 * Sends a request with the "V3 request body & signature mechanism" (ACS3-HMAC-SHA256). The parameters are in the query,
 * sorted and encoded by RFC 3986.
 */
function callAliyun<T>(
  access: SmsAccess,
  action: string,
  { query: values, now }: { query: Readonly<Record<string, string>>; now: Date },
  read: (json: unknown) => T | null,
): Promise<T | NoResponse> {
  const query = canonicalQuery(values)
  const url = new URL(access.endpoint)
  const headers = aliyunHeaders(access, {
    host: url.host,
    action,
    version: VERSION,
    query,
    body: '',
    nonce: randomUUID(),
    now,
  })
  url.search = query
  return callProvider(url.href, { headers, body: '' }, read)
}
