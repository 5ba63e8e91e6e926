import type { ServerDeps } from '#server/deps.ts'

/** Sends a phone code; false: no SMS channel is set up. @throws AppError `unavailable` with advice for the person */
export type PhoneCodeSender = (deps: ServerDeps, message: { phone: string; code: string }) => Promise<boolean>

let sender: PhoneCodeSender | null = null

/** Registers the sender of the SMS area; null restores the server log. */
export const registerPhoneCodeSender = (send: PhoneCodeSender | null): void => void (sender = send)

/**
 * Sends a phone code. Without an SMS channel, the code is written to the server log, from which the administrator
 * passes it on. Returns whether it was sent.
 */
export async function sendPhoneCode(deps: ServerDeps, message: { phone: string; code: string }): Promise<boolean> {
  if (await sender?.(deps, message)) return true
  deps.log.warn(`手机验证码 ${message.code}，发给 ${message.phone}（没有短信通道，请转告）`)
  return false
}
