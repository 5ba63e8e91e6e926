import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { databaseTimeSql } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { AppError } from '#shared/errors/index.ts'
import type { TargetRow } from './state.ts'

const POLL_MS = 500

/** Waits until no other job works on the target, and locks it for this one. @throws AppError `not-found`, `cancelled` */
export async function waitForTarget(deps: ServerDeps, job: RunningJob, targetId: number): Promise<TargetRow> {
  for (;;) {
    const row = await lockTarget(deps.db, targetId, job.id)
    if (row) return row
    const exists = await deps.db.selectFrom('publish_target').select('id').where('id', '=', targetId).executeTakeFirst()
    if (!exists) throw new AppError('not-found', '发布目标已被删除')
    await job.report(0, '等待同一目标的上一次发布完成')
    await delay(POLL_MS)
  }
}

/** One statement checks and locks, so of two jobs one gets the target. A job that has ended or whose process is gone holds no lock. */
const lockTarget = (db: Kysely<Database>, targetId: number, jobId: number): Promise<TargetRow | undefined> =>
  db
    .updateTable('publish_target')
    .set({ jobId })
    .where('id', '=', targetId)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('jobId', 'in', [0, jobId]),
        not(
          exists(
            selectFrom('job')
              .select('job.id')
              .whereRef('job.id', '=', 'publish_target.jobId')
              .where('job.state', '=', 'running')
              .where('job.leaseUntil', '>', databaseTimeSql(db)),
          ),
        ),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

export const releaseTarget = async (db: Kysely<Database>, targetId: number, jobId: number): Promise<void> => {
  await db
    .updateTable('publish_target')
    .set({ jobId: 0 })
    .where('id', '=', targetId)
    .where('jobId', '=', jobId)
    .execute()
}
