import { createHash, createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { askProvider, type SmsProvider } from './provider.ts'

/** SendSms of the API of 2017-05-25. */
const ACTION = 'SendSms'
const VERSION = '2017-05-25'
const ALGORITHM = 'ACS3-HMAC-SHA256'

const answer = z.object({ Code: z.string(), Message: z.string().default(''), BizId: z.string().default('') })

/**
 * One message over Aliyun, signed by its "V3 request body & signature mechanism" (ACS3-HMAC-SHA256): the parameters stand
 * in the query, sorted and encoded by RFC 3986.
 */
export const aliyun: SmsProvider = (access, order, now) => {
  const params = Object.fromEntries(order.values.map(({ name, value }) => [name, value]))
  const query = canonicalQuery({
    PhoneNumbers: order.phone,
    SignName: order.signName,
    TemplateCode: order.templateCode,
    ...(order.values.length > 0 && { TemplateParam: JSON.stringify(params) }),
  })
  const url = new URL(access.endpoint)
  const body = ''
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': ACTION,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': VERSION,
  }
  const authorization = aliyunSignature(access, { query, headers, body })
  const { host: _sentByItself, ...sent } = headers
  url.search = query
  return askProvider(url.href, { headers: { ...sent, authorization }, body }, (json) => {
    const read = answer.safeParse(json)
    if (!read.success) return null
    const { Code: code, Message: message, BizId: receiptId } = read.data
    return code === 'OK' ? { is: 'ok', receiptId } : { is: 'error', code, message }
  })
}

/** The Authorization header for a POST to `/`. */
export function aliyunSignature(
  { accessKeyId, accessKeySecret }: { accessKeyId: string; accessKeySecret: string },
  { query, headers, body }: { query: string; headers: Readonly<Record<string, string>>; body: string },
): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('')
  const signed = names.join(';')
  const request = ['POST', '/', query, lines, signed, sha256(body)].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(request)}`)
    .digest('hex')
  return `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${signed},Signature=${signature}`
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** RFC 3986: encodeURIComponent leaves !'()* as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
