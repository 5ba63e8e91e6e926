import { jsonOrNull } from '#shared/util/json.ts'

/** What a provider is told to send. */
export interface SmsOrder {
  phone: string
  signName: string
  templateCode: string
  /** The template's variables in its order. */
  values: readonly { name: string; value: string }[]
}

export interface SmsAccess {
  /** Where the provider's API is. */
  endpoint: string
  accessKeyId: string
  accessKeySecret: string
  /** Tencent's. */
  sdkAppId: string
}

/** What the provider answered. `unsure`: nobody knows whether it took the message. */
export type SmsAnswer =
  | { is: 'ok'; receiptId: string }
  | { is: 'error'; code: string; message: string }
  | { is: 'unsure'; message: string }
  | { is: 'away'; message: string }

/** A message that the provider has taken. */
export interface SentSms {
  phone: string
  /** The provider's number of the message. */
  receiptId: string
  sentTime: Date
}

/** What became of a message. `unknown`: the provider could not be asked. */
export type SmsReceipt =
  { is: 'delivered' | 'pending' } | { is: 'undelivered'; message: string } | { is: 'unknown'; message: string }

/** A provider's API, signed as its documents say. Neither throws. */
export interface SmsProvider {
  send(access: SmsAccess, order: SmsOrder, now: Date): Promise<SmsAnswer>
  receipt(access: SmsAccess, sent: SentSms, now: Date): Promise<SmsReceipt>
}

/** No answer that can be read. */
export type NoAnswer = Extract<SmsAnswer, { is: 'unsure' | 'away' }>

/** A receipt of an answer that may be none. */
export const receiptOf = (answer: SmsReceipt | NoAnswer): SmsReceipt =>
  answer.is === 'unsure' || answer.is === 'away' ? { is: 'unknown', message: answer.message } : answer

const ANSWER_MS = 15_000
/** The request never reached the provider. */
const AWAY = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT|self.signed/

/** Asks the provider's API; `read` makes an answer of the JSON, null for what it doesn't know. */
export async function askProvider<T>(
  url: string,
  init: { headers: Record<string, string>; body: string },
  read: (json: unknown) => T | null,
): Promise<T | NoAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...init,
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    })
    const text = await response.text()
    const answer = read(jsonOrNull(text))
    if (answer) return answer
    const said = `服务商的回应无法识别（HTTP ${response.status}）`
    const isAway = response.status === 503 || response.status === 429
    return isAway ? { is: 'away', message: said } : { is: 'unsure', message: said }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { code = '', message = '' } = cause as { code?: string; message?: string }
    const isAway = AWAY.test(code) || AWAY.test(message)
    return isAway
      ? { is: 'away', message: `不能连接短信服务商（${code || message}）` }
      : { is: 'unsure', message: '短信服务商没有回应，可能已经发出' }
  }
}
