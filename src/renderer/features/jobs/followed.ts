import type { Job } from '#shared/contract/job.ts'
import { createObservable } from '#shared/util/observable.ts'

/** A job that this window follows until it ends. */
export interface FollowedJob {
  jobId: number
  title: string
  /** Runs once when the job is done (not when it failed or was cancelled), and shows its own message. */
  onDone?: ((job: Job) => void) | undefined
  /** The ended job; absent while the job runs. */
  ended?: Job
}

const jobs = createObservable<readonly FollowedJob[]>([])

export const followedJobs = jobs.get
export const onFollowed = jobs.subscribe

/** Adds a job, newest first; one that is already followed keeps its options. */
export function addFollowed(job: FollowedJob): void {
  if (!jobs.get().some(({ jobId }) => jobId === job.jobId)) jobs.set([job, ...jobs.get()])
}

/** Jobs whose end was handled, by id and creation time: another server uses the same ids again. */
const handledEnds = new Set<string>()

/** Stores a job's end; returns the followed job only the first time, so that the user is notified once. */
export function endFollowed(job: Job): FollowedJob | undefined {
  const open = jobs.get().find(({ jobId, ended }) => jobId === job.id && !ended)
  if (open) jobs.set(jobs.get().map((each) => (each === open ? { ...each, ended: job } : each)))
  const name = `${job.id} ${job.createDate}`
  if (handledEnds.has(name)) return undefined
  handledEnds.add(name)
  return open
}

/** Removes one job, all ended ones, or all (when another account signs in). */
export const unfollow = (which: number | 'ended' | 'all'): void =>
  jobs.set(jobs.get().filter((each) => which !== 'all' && (which === 'ended' ? !each.ended : each.jobId !== which)))
