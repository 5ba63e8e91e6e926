import { setTimeout as delay } from 'node:timers/promises'
import { engineOf } from '#server/db/dialect.ts'
import { wakeUps } from '#server/wakeUps.ts'
import type { Handler } from '#server/http/routes.ts'
import { onLocked, templateFor } from '../template/index.ts'
import { changesOf } from './changes.ts'

/** Polling interval while LISTEN does not work; only PostgreSQL has other writing processes. */
const POLL_MS = { sqlite: 2000, postgres: 300 }
/** Polling interval while LISTEN works, in case a notification is lost. */
const HEARD_POLL_MS = 10_000
/** Polling interval while this process makes a change. */
const SOON_MS = 15
/** A change that takes longer is found at the normal interval. */
const SOON_FOR_MS = 3000

/**
 * Long poll: responds when the template's version exceeds `since`, or after timeoutMs. Commits of all processes wake it
 * through LISTEN. Without LISTEN, the start of a change in this process triggers fast polling.
 */
export const wait: Handler<'templateSync.wait'> = async (ctx, { folder, since, epoch, timeoutMs }) => {
  const end = performance.now() + timeoutMs
  const poll = POLL_MS[engineOf(ctx.db)]
  const heard = wakeUps(ctx.deps)
  const first = await templateFor(ctx, { folder }, 'read')
  let soonUntil = 0
  let woken = new AbortController()
  const unheard = onLocked(first.id, () => {
    if (heard.isListening) return
    soonUntil = performance.now() + SOON_FOR_MS
    woken.abort()
  })
  const unwoken = heard.on('template', first.id, () => woken.abort())
  try {
    for (;;) {
      // Created before reading, so that a notification during the read ends the following pause.
      woken = new AbortController()
      const template = await templateFor(ctx, { folder }, 'read')
      const left = end - performance.now()
      if (template.version > since || left <= 0 || ctx.signal.aborted) {
        const { version } = template
        return epoch === undefined
          ? { version }
          : { version, changes: await changesOf(ctx, template, { since, epoch }) }
      }
      const pause = heard.isListening ? HEARD_POLL_MS : performance.now() < soonUntil ? SOON_MS : poll
      await delay(Math.min(pause, left), undefined, { signal: AbortSignal.any([ctx.signal, woken.signal]) }).catch(
        () => undefined,
      )
    }
  } finally {
    unheard()
    unwoken()
  }
}
