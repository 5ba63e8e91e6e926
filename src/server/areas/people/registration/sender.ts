import type { ServerDeps } from '#server/deps.ts'

/**
 * Sends a phone code; false: there is no way to send it. @throws AppError `unavailable` with what the person can do
 */
export type PhoneCodeSender = (deps: ServerDeps, message: { phone: string; code: string }) => Promise<boolean>

let sender: PhoneCodeSender | null = null

/** Called once, by the area that can send short messages; null: back to the server's log. */
export const registerPhoneCodeSender = (send: PhoneCodeSender | null): void => void (sender = send)

/**
 * Without a way to send it the administrator reads the code in the server's log and passes it on; answers whether it was sent.
 */
export async function sendPhoneCode(deps: ServerDeps, message: { phone: string; code: string }): Promise<boolean> {
  if (await sender?.(deps, message)) return true
  deps.log.warn(`手机验证码 ${message.code}，发给 ${message.phone}（没有短信通道，请转告）`)
  return false
}
