import type { OutgoingOptions } from '#server/deps.ts'
import { describeRequestError, requestOutside } from '#server/net/outsideRequest.ts'
import { webhookSignature } from '#server/net/signatures.ts'

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
      reason: describeRequestError(error, responseTimeoutMs, '接收地址'),
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
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Sitecraft-Webhook/1',
    'x-sitecraft-event': event,
    'x-sitecraft-delivery': String(deliveryId),
    'x-sitecraft-timestamp': String(timestamp),
    'x-sitecraft-signature': webhookSignature(secret, timestamp, body),
  }
  const url = new URL(letter.url)
  const request = { method: 'POST', url, headers, body, maxBytes: MAX_BYTES, timeoutMs: responseTimeoutMs } as const
  const response = await requestOutside(request, { allowed, resolve })
  // Databases can't store NUL in texts.
  const text = response.body.toString('utf8').replaceAll('\0', '')
  return { status: response.status, answer: text.slice(0, MAX_STORED_LENGTH).toWellFormed() }
}
