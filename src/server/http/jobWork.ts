import type { Kysely } from 'kysely'
import type { JobKind } from '#shared/contract/job.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'

type Db = Kysely<Database>

/** The job as its work gets it. */
export interface RunningJob {
  id: number
  input: unknown
  accountId: number
  username: string
  /**
   * Says how far it is (0 to 100) and keeps the lease; call it as often as you like, what comes too soon is not written.
   * Throws `cancelled` when the job is to end; the work then tidies up.
   */
  report(progress: number, message: string): Promise<void>
  /**
   * The last step: a transaction that also marks the job as done, so that it is never done twice. `change` answers the
   * id of what was made.
   */
  finish(change: (db: Db) => Promise<number>): Promise<void>
}

/** The work of one kind of job. It may run again from the start after a process was killed. */
export type JobWork = (deps: ServerDeps, job: RunningJob) => Promise<void>
export type JobWorks = Partial<Record<JobKind, JobWork>>
