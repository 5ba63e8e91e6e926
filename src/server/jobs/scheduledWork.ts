import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { JobKind } from '#shared/contract/job.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { queueScheduled } from './queue.ts'

/** Poll interval, which is the maximum delay of scheduled work. */
const POLL_MS = 2000

interface ScheduledWork {
  kind: JobKind
  /** In Chinese, for the list of jobs. */
  title: string
  /** Whether work is due at this time. Polled often, so it should be one index lookup. */
  isDue: (db: Kysely<Database>, now: number) => Promise<boolean>
}

/**
 * Queues a job of the kind whenever work is due, also if it became due while no server ran. Failures are only logged.
 */
export function pollScheduledWork(app: FastifyInstance, deps: ServerDeps, { kind, title, isDue }: ScheduledWork): void {
  const queueDueWork = async (): Promise<void> => {
    if (await isDue(deps.db, deps.clock.now().getTime())) await queueScheduled(deps, kind, title)
  }
  let isRunning = false
  const run = (): void => {
    if (isRunning) return
    isRunning = true
    void queueDueWork()
      .catch((err: unknown) => deps.log.error({ err, kind }, 'checking for scheduled work failed'))
      .finally(() => (isRunning = false))
  }
  let end = (): void => {}
  app.addHook('onListen', async () => {
    run()
    end = deps.clock.every(POLL_MS, run)
  })
  app.addHook('onClose', async () => end())
}
