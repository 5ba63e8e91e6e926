import { setTimeout as delay } from 'node:timers/promises'
import type { Handler } from '#server/http/routes.ts'
import { templateFor } from '../template/index.ts'

/** How often the version is read; a change made by any server process is seen within this time. */
const POLL_MS = 150

/**
 * Answers when the template's version is above `since`, or after timeoutMs. The version lies in the database, so it
 * does not matter which server process made the change.
 */
export const wait: Handler<'templateSync.wait'> = async (ctx, { folder, since, timeoutMs }) => {
  const end = performance.now() + timeoutMs
  for (;;) {
    const { version } = await templateFor(ctx, { folder }, 'read')
    const left = end - performance.now()
    if (version > since || left <= 0 || ctx.signal.aborted) return { version }
    await delay(Math.min(POLL_MS, left), undefined, { signal: ctx.signal }).catch(() => undefined)
  }
}
