import type { Kysely } from 'kysely'
import type { JobKind } from '#shared/contract/job.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'

type Db = Kysely<Database>

/** A running job, for its work. */
export interface RunningJob {
  id: number
  input: unknown
  accountId: number
  username: string
  /**
   * Reports progress (0 to 100) and renews the lease. Frequent calls are throttled. Throws `cancelled` when the job has
   * to end; the work then cleans up.
   */
  report(progress: number, message: string): Promise<void>
  /**
   * The last step: one transaction runs `change` and marks the job as done, so that it is never done twice. `change`
   * returns the id of the created record.
   */
  finish(change: (db: Db) => Promise<number>): Promise<void>
}

/** The work of one kind of job. It may run again from the start after a process was killed. */
export type JobWork = (deps: ServerDeps, job: RunningJob) => Promise<void>
export type JobWorks = Partial<Record<JobKind, JobWork>>
