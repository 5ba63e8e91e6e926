import { parseJsonOrNull } from '#shared/util/json.ts'

/** A text message to be sent. */
export interface SmsOrder {
  phone: string
  signName: string
  templateCode: string
  /** Values of the template's variables, in template order. */
  values: readonly { name: string; value: string }[]
}

export interface SmsAccess {
  /** URL of the provider's API. */
  endpoint: string
  accessKeyId: string
  accessKeySecret: string
  /** Tencent only. */
  sdkAppId: string
}

/** Result of sending. `unsure`: the provider may have accepted the message; `away`: the provider was not reached. */
export type SmsSendResult =
  | { is: 'ok'; receiptId: string }
  | { is: 'error'; code: string; message: string }
  | { is: 'unsure'; message: string }
  | { is: 'away'; message: string }

/** A message the provider has accepted. */
export interface SentSms {
  phone: string
  /** The provider's id of the message. */
  receiptId: string
  sentTime: Date
}

/** Delivery state of a message. `unknown`: the provider could not be queried. */
export type SmsReceipt =
  { is: 'delivered' | 'pending' } | { is: 'undelivered'; message: string } | { is: 'unknown'; message: string }

/** A provider's API. Both methods return errors instead of throwing. */
export interface SmsProvider {
  send(access: SmsAccess, order: SmsOrder, now: Date): Promise<SmsSendResult>
  receipt(access: SmsAccess, sent: SentSms, now: Date): Promise<SmsReceipt>
}

/** No readable response. */
export type NoResponse = Extract<SmsSendResult, { is: 'unsure' | 'away' }>

/** Maps a missing response to an unknown receipt. */
export const toReceipt = (answer: SmsReceipt | NoResponse): SmsReceipt =>
  answer.is === 'unsure' || answer.is === 'away' ? { is: 'unknown', message: answer.message } : answer

const RESPONSE_TIMEOUT_MS = 15_000
/** Errors that show that the request never reached the provider. */
const UNREACHABLE_ERRORS =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT|self.signed/

/** Calls a provider's API. `read` converts the JSON; null for an unknown format. */
export async function callProvider<T>(
  url: string,
  init: { headers: Record<string, string>; body: string },
  read: (json: unknown) => T | null,
): Promise<T | NoResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...init,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'error',
    })
    const text = await response.text()
    const answer = read(parseJsonOrNull(text))
    if (answer) return answer
    const problem = `服务商的响应无法识别（HTTP ${response.status}）`
    const isAway = response.status === 503 || response.status === 429
    return isAway ? { is: 'away', message: problem } : { is: 'unsure', message: problem }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { code = '', message = '' } = cause as { code?: string; message?: string }
    const isAway = UNREACHABLE_ERRORS.test(code) || UNREACHABLE_ERRORS.test(message)
    return isAway
      ? { is: 'away', message: `无法连接短信服务商（${code || message}）` }
      : { is: 'unsure', message: '短信服务商没有响应，短信可能已发出' }
  }
}
