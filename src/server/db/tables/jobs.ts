import type { Generated } from 'kysely'
import type { Job, JobKind } from '#shared/contract/job.ts'
import type { Flag, Json, Millis } from './core.ts'

export interface JobTable {
  id: Generated<number>
  kind: JobKind
  title: string
  state: Job['state']
  /** 0 to 100. */
  progress: number
  message: string
  siteId: number
  /** Whose job it is. */
  accountId: number
  username: string
  input: Json
  /** What it made; 0 for none. */
  resultId: number
  /** How often it was begun. */
  attempts: number
  cancelAsked: Flag
  /** A running job whose lease is over belongs to a process that is gone. */
  leaseUntil: Millis
  createTime: Millis
  endTime: Millis | null
}

export interface JobTables {
  job: JobTable
}
