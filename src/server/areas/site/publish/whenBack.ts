import { setTimeout as delay } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { asAppError } from '#server/http/answer.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { noteSiteEvents } from '../events.ts'

/** Retry interval, ms. */
const PAUSE_MS = 1000
/** The job fails after an outage of this length, ms. */
const PATIENCE_MS = 12 * 3600_000

const isAway = (thrown: unknown): boolean => asAppError(thrown).code === 'unavailable'

/**
 * Runs a step of a build and retries it while the store or the database is unavailable, so that the results of other
 * steps are kept. The outage is reported once in the log and to webhooks, and continuously by the job.
 */
export async function whenBack<T>(
  deps: ServerDeps,
  job: RunningJob,
  { siteId, progress }: { siteId: number; progress: number },
  step: () => Promise<T>,
): Promise<T> {
  let since: number | null = null
  for (;;) {
    try {
      return await step()
    } catch (thrown) {
      if (!isAway(thrown) || (since !== null && performance.now() - since > PATIENCE_MS)) throw thrown
      const message = `${asAppError(thrown).message}（恢复后自动继续）`
      if (since === null) {
        deps.log.warn({ err: thrown, job: job.id, siteId }, 'a build waits for the store or the database')
        await ignoreOutage(noteSiteEvents(deps, [{ event: 'build.failed', siteId, data: { message } }]))
      }
      since ??= performance.now()
      await ignoreOutage(job.report(progress, message))
      await delay(PAUSE_MS)
    }
  }
}

/** Ignores a failed notification while the database is unavailable. */
async function ignoreOutage(saying: Promise<void>): Promise<void> {
  await saying.catch((thrown: unknown) => {
    if (!isAway(thrown)) throw thrown
  })
}
