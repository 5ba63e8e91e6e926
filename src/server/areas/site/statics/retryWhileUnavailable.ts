import { setTimeout as delay } from 'node:timers/promises'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { publishSiteEvents } from '../events.ts'

/** Retry interval, ms. */
const RETRY_INTERVAL_MS = 1000
/** The job fails after an outage of this length, ms. */
const MAX_OUTAGE_MS = 12 * 3600_000

const isUnavailable = (thrown: unknown): boolean => toAppError(thrown).code === 'unavailable'

/**
 * Runs a step of a build and retries it while the store or the database is unavailable, so that the results of other
 * steps are kept. The outage is reported once in the log and to webhooks, and continuously by the job.
 */
export async function retryWhileUnavailable<T>(
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
      if (!isUnavailable(thrown) || (since !== null && performance.now() - since > MAX_OUTAGE_MS)) throw thrown
      const message = `${toAppError(thrown).message}（恢复后自动继续）`
      if (since === null) {
        deps.log.warn({ err: thrown, job: job.id, siteId }, 'a build waits for the store or the database')
        await ignoreOutage(publishSiteEvents(deps, [{ event: 'build.failed', siteId, data: { message } }]))
      }
      since ??= performance.now()
      await ignoreOutage(job.report(progress, message))
      await delay(RETRY_INTERVAL_MS)
    }
  }
}

/** Ignores a failed notification while the database is unavailable. */
async function ignoreOutage(notification: Promise<void>): Promise<void> {
  await notification.catch((thrown: unknown) => {
    if (!isUnavailable(thrown)) throw thrown
  })
}
