import type { Job, JobKind } from '#shared/contract/job.ts'
import { flag, id, index, int, json, millis, table, text, HISTORY, AUTHOR } from '#server/db/table.ts'

/** Notifies all processes in the transaction that queues a job; SQLite serves a single process. */
const NOTIFY = [
  `create function job_notify() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sitecraft', 'job:' || new.kind);
      return null;
    end $$`,
  `create trigger job_notify after insert or update of state on job
    for each row when (new.state = 'queued') execute function job_notify()`,
]

export const jobTables = {
  job: table({
    title: '后台任务',
    columns: {
      id: id(),
      kind: text<JobKind>(),
      title: text(),
      state: text<Job['state']>(),
      /** 0 to 100. */
      progress: int(),
      message: text(),
      siteId: int().noReference(HISTORY),
      /** Of kinds that are done one at a time for each of their objects: the object's id; 0: none. */
      objectId: int().default(0).noReference(HISTORY),
      /** Account that owns the job. */
      accountId: int().noReference(AUTHOR),
      username: text(),
      input: json(),
      /** Id of the result; 0 for none. */
      resultId: int().noReference(HISTORY),
      /** Number of starts. */
      attempts: int(),
      cancelAsked: flag(),
      /** A running job whose lease has expired belongs to a dead process. */
      leaseUntil: millis(),
      createTime: millis(),
      endTime: millis().nullable(),
    },
    indexes: {
      job_waiting: index('state kind id'),
      job_site: index('kind siteId -id'),
      job_owner: index('accountId endTime'),
      job_open: index('id', { where: "state in ('queued', 'running')" }),
    },
    afterwards: { postgres: NOTIFY },
  }),
}
