import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { OutgoingOptions } from '#server/deps.ts'
import { isProxied } from '#server/http/wire/proxyRules.ts'
import {
  isAddressAllowed,
  PRIVATE_ADDRESS,
  privateAddressError,
  createPublicLookup,
} from '#server/net/publicAddresses.ts'

/** Total timeout of a request, ms. */
const REQUEST_TIMEOUT_MS = 10_000
/** Limit of what is read of a response. */
const MAX_BYTES = 64 * 1024
/** Characters of a response that are stored. */
const MAX_STORED_LENGTH = 2000

/** Result of one attempt. */
export interface DeliveryResult {
  /** HTTP status; 0: no response. */
  status: number
  /** Error text; '' on success. */
  reason: string
  answer: string
  durationMs: number
}

interface WebhookRequest {
  url: string
  body: string
  secret: string
  event: string
  deliveryId: number
  /** Time of the attempt. */
  now: Date
}

/** `v1=` and the HMAC-SHA256 of `<timestamp>.<body>` with the secret, hex. */
export const signBody = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Sends one request to a receiver. Redirects are not followed, because their targets are not checked. */
export async function postDelivery(
  letter: WebhookRequest,
  { allowed = [], responseTimeoutMs = REQUEST_TIMEOUT_MS, resolve }: Partial<OutgoingOptions>,
) {
  const started = performance.now()
  const took = (): number => Math.round(performance.now() - started)
  try {
    const { status, answer } = await sendRequest(letter, { allowed, responseTimeoutMs, resolve })
    const ok = status >= 200 && status < 300
    const reason = ok ? '' : status >= 300 && status < 400 ? `要求跳转（${status}），不跟随` : `返回 ${status}`
    return { status, reason, answer, durationMs: took() } satisfies DeliveryResult
  } catch (error) {
    return {
      status: 0,
      reason: toReason(error, responseTimeoutMs),
      answer: '',
      durationMs: took(),
    } satisfies DeliveryResult
  }
}

type ConnectOptions = Required<Pick<OutgoingOptions, 'allowed' | 'responseTimeoutMs'>> &
  Pick<OutgoingOptions, 'resolve'>

async function sendRequest(
  letter: WebhookRequest,
  { allowed, responseTimeoutMs, resolve }: ConnectOptions,
): Promise<{ status: number; answer: string }> {
  const { body, secret, event, deliveryId, now } = letter
  const url = new URL(letter.url)
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Sitecraft-Webhook/1',
    'x-sitecraft-event': event,
    'x-sitecraft-delivery': String(deliveryId),
    'x-sitecraft-timestamp': String(timestamp),
    'x-sitecraft-signature': signBody(secret, timestamp, body),
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAddressAllowed(host, allowed)) throw privateAddressError()
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  // A proxy resolves the host name itself and enforces the company's own rules.
  const agentOptions = isProxied(url) ? {} : ({ lookup: createPublicLookup(allowed, resolve), agent: false } as const)
  const signal = AbortSignal.timeout(responseTimeoutMs)
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const sent = send(url, { method: 'POST', headers, ...agentOptions, signal }, done)
    // The listener stays, because a later error without a listener would end the process.
    sent.on('error', fail).end(body)
  })
  // After a timeout the stream reports a closed connection; the timeout is the real reason.
  const answer = await readText(response).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  return { status: response.statusCode ?? 0, answer }
}

/** Reads the beginning of a response and drops the rest. */
async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes >= MAX_BYTES) break
  }
  answer.destroy()
  // Databases can't store NUL in texts.
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', '').slice(0, MAX_STORED_LENGTH).toWellFormed()
}

const REASONS: Readonly<Record<string, string>> = {
  [PRIVATE_ADDRESS]: '接收地址属于内部网络，不允许访问；需要时请管理员在服务器设置 SITECRAFT_OUTGOING_ALLOW',
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名暂时无法解析',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方使用自签名证书',
}

function toReason(error: unknown, answerMs: number): string {
  const { code = '', name }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error))
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return `对方 ${answerMs / 1000} 秒内没有响应`
  // The text must not reveal whether a port is closed, filtered or speaks another protocol.
  return REASONS[code] ?? '无法连接对方'
}
