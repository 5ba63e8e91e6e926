import { createHash, createHmac } from 'node:crypto'

/** What signs requests to a cloud. */
export interface CloudKey {
  accessKeyId: string
  accessKeySecret: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Of webhooks: `v1=` and the HMAC-SHA256 of `<timestamp>.<body>` with the secret, hex. */
export const webhookSignature = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

const ALIYUN = 'ACS3-HMAC-SHA256'

/** Aliyun's Authorization header for a POST to `/` ("V3 request body & signature mechanism"). */
export function aliyunSignature(
  { accessKeyId, accessKeySecret }: CloudKey,
  { query, headers, body }: { query: string; headers: Readonly<Record<string, string>>; body: string },
): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('')
  const signed = names.join(';')
  const request = ['POST', '/', query, lines, signed, sha256(body)].join('\n')
  const signature = hmac(accessKeySecret, `${ALIYUN}\n${sha256(request)}`).toString('hex')
  return `${ALIYUN} Credential=${accessKeyId},SignedHeaders=${signed},Signature=${signature}`
}

/** RFC 3986: encodeURIComponent leaves !'()* as they are. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Parameters in the order and encoding that Aliyun signs. */
export const canonicalQuery = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

/** Headers of a call of Aliyun's, signed; `host` is sent by the client itself. @param body form fields, as `canonicalQuery` writes them */
export function aliyunHeaders(
  key: CloudKey,
  call: { host: string; action: string; version: string; query: string; body: string; nonce: string; now: Date },
): Record<string, string> {
  const { body, query } = call
  const headers: Record<string, string> = {
    ...(body !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': call.now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const authorization = aliyunSignature(key, { query, headers, body })
  const { host: _sentByItself, ...sent } = headers
  return { ...sent, authorization }
}

const TENCENT = 'TC3-HMAC-SHA256'
/** The content type that is signed and has to be sent. */
export const TENCENT_TYPE = 'application/json; charset=utf-8'

/** Tencent's Authorization header for a POST of JSON to `/` (signature v3). @param service `sms`, `cdn` */
export function tencentSignature(
  { accessKeyId, accessKeySecret }: CloudKey,
  service: string,
  { host, action, timestamp, body }: { host: string; action: string; timestamp: number; body: string },
): string {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host;x-tc-action'
  const lines = `content-type:${TENCENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const request = ['POST', '/', '', lines, signed, sha256(body)].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const text = `${TENCENT}\n${timestamp}\n${scope}\n${sha256(request)}`
  const key = [service, 'tc3_request'].reduce((last, part) => hmac(last, part), hmac(`TC3${accessKeySecret}`, date))
  const signature = hmac(key, text).toString('hex')
  return `${TENCENT} Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}
