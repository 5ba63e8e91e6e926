import { setTimeout as delay } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { type SmtpAccount, SmtpSession, SmtpUnreachable } from './smtp.ts'

/** ms until a connection that a person waits for counts as failed. */
const CONNECT_MS = 8000

/**
 * Signs in for a person who waits. A failure is answered when the time for connecting is over, whether the port is closed,
 * filtered or speaks another protocol: the time tells nothing of a network. @throws SmtpFailure
 */
export async function openForCaller({ outgoing = { allowed: [] } }: ServerDeps, account: SmtpAccount) {
  const limitMs = outgoing.connectMs ?? CONNECT_MS
  const started = performance.now()
  try {
    return await SmtpSession.open(account, outgoing, limitMs)
  } catch (error) {
    if (error instanceof SmtpUnreachable) await delay(Math.max(0, limitMs - (performance.now() - started)))
    throw error
  }
}
