import type { ServerDeps } from '#server/deps.ts'

/**
 * Sends a phone code. @throws AppError `unavailable` with what the person can do
 */
export type PhoneCodeSender = (deps: ServerDeps, message: { phone: string; code: string }) => Promise<void>

/** Until a channel for short messages is there: the administrator reads the code in the server's log and passes it on. */
const intoLog: PhoneCodeSender = async ({ log }, { phone, code }) =>
  log.warn(`手机验证码 ${code}，发给 ${phone}（没有短信通道，请转告）`)

let sender: PhoneCodeSender = intoLog

/** Called once, by the area that can send short messages; null: back to the server's log. */
export const registerPhoneCodeSender = (send: PhoneCodeSender | null): void => void (sender = send ?? intoLog)

export const sendPhoneCode: PhoneCodeSender = (deps, message) => sender(deps, message)
