import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { askProvider, type SmsProvider } from './provider.ts'

/** SendSms of the API of 2021-01-11. */
const ACTION = 'SendSms'
const VERSION = '2021-01-11'
const REGION = 'ap-guangzhou'
const ALGORITHM = 'TC3-HMAC-SHA256'
const TYPE = 'application/json; charset=utf-8'

const status = z.object({ Code: z.string(), Message: z.string().default(''), SerialNo: z.string().default('') })
const answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string(), Message: z.string().default('') }).optional(),
    SendStatusSet: z.array(status).default([]),
  }),
})

/** One message over Tencent Cloud, signed by its signature v3 (TC3-HMAC-SHA256). */
export const tencent: SmsProvider = (access, order, now) => {
  const body = JSON.stringify({
    PhoneNumberSet: [`+86${order.phone}`],
    SmsSdkAppId: access.sdkAppId,
    SignName: order.signName,
    TemplateId: order.templateCode,
    TemplateParamSet: order.values.map(({ value }) => value),
  })
  const url = new URL(access.endpoint)
  const timestamp = Math.floor(now.getTime() / 1000)
  const authorization = tencentSignature(access, { host: url.host, action: ACTION, timestamp, body })
  const headers = {
    authorization,
    'content-type': TYPE,
    'x-tc-action': ACTION,
    'x-tc-version': VERSION,
    'x-tc-region': REGION,
    'x-tc-timestamp': String(timestamp),
  }
  return askProvider(url.href, { headers, body }, (json) => {
    const read = answer.safeParse(json)
    if (!read.success) return null
    const { Error: refused, SendStatusSet: sent } = read.data.Response
    const told = refused ?? sent[0]
    if (!told) return null
    if (!refused && told.Code === 'Ok') return { is: 'ok', receiptId: sent[0]?.SerialNo ?? '' }
    return { is: 'error', code: told.Code, message: told.Message }
  })
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
