import { setTimeout as delay } from 'node:timers/promises'
import { engineOf } from '#server/db/dialect.ts'
import type { Handler } from '#server/http/routes.ts'
import { ensureChecked } from '../feed/index.ts'
import { onLocked, templateFor } from '../template/index.ts'
import { changesOf } from './changes.ts'

/** How often the version is read while nothing is heard of changes: other server processes write on PostgreSQL only. */
const POLL_MS = { sqlite: 2000, postgres: 300 }
/** The same while a change is being made in this process. */
const SOON_MS = 15
/** A change that takes longer is found at the usual pace. */
const SOON_FOR_MS = 3000

/**
 * Answers when the template's version is above `since`, or after timeoutMs. A change of this process wakes it; the version
 * lies in the database, so one that another server process made is seen too.
 */
export const wait: Handler<'templateSync.wait'> = async (ctx, { folder, since, epoch, timeoutMs }) => {
  const end = performance.now() + timeoutMs
  const poll = POLL_MS[engineOf(ctx.db)]
  const first = await templateFor(ctx, { folder }, 'read')
  if (epoch !== undefined) await ensureChecked(ctx.deps, first)
  let soonUntil = 0
  let wake = (): void => undefined
  const stop = onLocked(first.id, () => {
    soonUntil = performance.now() + SOON_FOR_MS
    wake()
  })
  try {
    for (;;) {
      const template = await templateFor(ctx, { folder }, 'read')
      const left = end - performance.now()
      if (template.version > since || left <= 0 || ctx.signal.aborted) {
        const { version } = template
        return epoch === undefined
          ? { version }
          : { version, changes: await changesOf(ctx, template, { since, epoch }) }
      }
      const pause = performance.now() < soonUntil ? SOON_MS : poll
      const woken = new AbortController()
      wake = () => woken.abort()
      await delay(Math.min(pause, left), undefined, { signal: AbortSignal.any([ctx.signal, woken.signal]) }).catch(
        () => undefined,
      )
    }
  } finally {
    stop()
  }
}
