import { setTimeout as delay } from 'node:timers/promises'
import { engineOf } from '#server/db/dialect.ts'
import { wakeUps } from '#server/wakeUps.ts'
import type { Handler } from '#server/http/routes.ts'
import { onLocked, templateFor } from '../template/index.ts'
import { changesOf } from './changes.ts'

/** How often the version is read while other server processes are not heard: they write on PostgreSQL only. */
const POLL_MS = { sqlite: 2000, postgres: 300 }
/** The same while they are heard, in case that a word got lost. */
const HEARD_POLL_MS = 10_000
/** The same while a change is being made in this process. */
const SOON_MS = 15
/** A change that takes longer is found at the usual pace. */
const SOON_FOR_MS = 3000

/**
 * Answers when the template's version is above `since`, or after timeoutMs. The commit of a change wakes it, of another server
 * process too; while these are not heard the begin of a change in this process does, and the version is read again and again.
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
      // Before the look: what comes while it is under way ends the pause behind it.
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
