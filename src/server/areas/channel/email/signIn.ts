import { setTimeout as delay } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { type SmtpAccount, SmtpSession, SmtpUnreachable } from './smtp.ts'

/** Timeout of a connection a person waits for, ms. */
const CONNECT_MS = 8000

/**
 * Signs in while a person waits. Unreachable servers are reported only when the timeout is over, so that the response
 * time does not reveal whether a port is closed, filtered or speaks another protocol.
 * @throws SmtpFailure
 */
export async function openSmtpForCaller({ outgoing = { allowed: [] } }: ServerDeps, account: SmtpAccount) {
  const timeoutMs = outgoing.connectTimeoutMs ?? CONNECT_MS
  const started = performance.now()
  try {
    return await SmtpSession.open(account, outgoing, timeoutMs)
  } catch (error) {
    if (error instanceof SmtpUnreachable) await delay(Math.max(0, timeoutMs - (performance.now() - started)))
    throw error
  }
}
