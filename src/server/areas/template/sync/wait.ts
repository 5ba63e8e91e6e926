import { setTimeout as delay } from 'node:timers/promises'
import { engineOf } from '#server/db/dialect.ts'
import { wakeUps } from '#server/wakeUps.ts'
import type { Handler } from '#server/http/routes.ts'
import { onTemplateLocked, requireTemplate } from '../template/index.ts'
import { readChangesOf } from './changes.ts'

/** Polling interval while LISTEN does not work; only PostgreSQL has other writing processes. */
const POLL_MS = { sqlite: 2000, postgres: 300 }
/** Polling interval while LISTEN works, in case a notification is lost. */
const LISTENING_POLL_MS = 10_000
/** Polling interval while this process makes a change. */
const FAST_POLL_MS = 15
/** A change that takes longer is found at the normal interval. */
const FAST_POLL_DURATION_MS = 3000

/**
 * Long poll: responds when the template's version exceeds `since`, or after timeoutMs. Commits of all processes wake it
 * through LISTEN. Without LISTEN, the start of a change in this process triggers fast polling.
 */
export const waitForChange: Handler<'templateSync.wait'> = async (ctx, { folder, since, epoch, timeoutMs }) => {
  const end = performance.now() + timeoutMs
  const pollMs = POLL_MS[engineOf(ctx.db)]
  const notifications = wakeUps(ctx.deps)
  const first = await requireTemplate(ctx, { folder }, 'read')
  let fastPollUntil = 0
  let woken = new AbortController()
  const stopLockListener = onTemplateLocked(first.id, () => {
    if (notifications.isListening) return
    fastPollUntil = performance.now() + FAST_POLL_DURATION_MS
    woken.abort()
  })
  const stopListener = notifications.on('template', first.id, () => woken.abort())
  try {
    for (;;) {
      // Created before reading, so that a notification during the read ends the following pause.
      woken = new AbortController()
      const template = await requireTemplate(ctx, { folder }, 'read')
      const remainingMs = end - performance.now()
      if (template.version > since || remainingMs <= 0 || ctx.signal.aborted) {
        const { version } = template
        return epoch === undefined
          ? { version }
          : { version, changes: await readChangesOf(ctx, template, { since, epoch }) }
      }
      const pauseMs = notifications.isListening
        ? LISTENING_POLL_MS
        : performance.now() < fastPollUntil
          ? FAST_POLL_MS
          : pollMs
      await delay(Math.min(pauseMs, remainingMs), undefined, {
        signal: AbortSignal.any([ctx.signal, woken.signal]),
      }).catch(() => undefined)
    }
  } finally {
    stopLockListener()
    stopListener()
  }
}
