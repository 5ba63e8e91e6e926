import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { JobKind } from '#shared/contract/job.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { queueOnTime } from './queue.ts'

/** How late such work may begin. */
const LOOK_MS = 2000

interface OnTime {
  kind: JobKind
  /** In Chinese, for the list of jobs. */
  title: string
  /** Is there anything to be done at this time? Asked again and again: one look into an index. */
  isDue: (db: Kysely<Database>, now: number) => Promise<boolean>
}

/** Queues a job of the kind whenever its time has come, also when that was while no server ran. Failures are logged only. */
export function onTime(app: FastifyInstance, deps: ServerDeps, { kind, title, isDue }: OnTime): void {
  const look = async (): Promise<void> => {
    if (await isDue(deps.db, deps.clock.now().getTime())) await queueOnTime(deps, kind, title)
  }
  let looking = false
  const run = (): void => {
    if (looking) return
    looking = true
    void look()
      .catch((err: unknown) => deps.log.error({ err, kind }, 'looking for work on time failed'))
      .finally(() => (looking = false))
  }
  let end = (): void => {}
  app.addHook('onListen', async () => {
    run()
    end = deps.clock.every(LOOK_MS, run)
  })
  app.addHook('onClose', async () => end())
}
