import type { Job } from '#shared/contract/job.ts'
import { createObservable } from '#shared/util/observable.ts'

/** A job that this window follows to its end. */
export interface FollowedJob {
  jobId: number
  title: string
  /** Runs once when the job is done (not when it failed or was cancelled), and says so itself. */
  onDone?: ((job: Job) => void) | undefined
  /** How it ended; absent while it goes on. */
  ended?: Job
}

const jobs = createObservable<readonly FollowedJob[]>([])

export const followedJobs = jobs.get
export const onFollowed = jobs.subscribe

/** Follows a job, the newest first; one that is followed already keeps what its starter wanted. */
export function addFollowed(job: FollowedJob): void {
  if (!jobs.get().some(({ jobId }) => jobId === job.jobId)) jobs.set([job, ...jobs.get()])
}

/** Numbers start anew on another server, times do not. */
const told = new Set<string>()

/** Keeps how a job ended. Answers it the first time only, so that its end is told once. */
export function endFollowed(job: Job): FollowedJob | undefined {
  const open = jobs.get().find(({ jobId, ended }) => jobId === job.id && !ended)
  if (open) jobs.set(jobs.get().map((each) => (each === open ? { ...each, ended: job } : each)))
  const name = `${job.id} ${job.createDate}`
  if (told.has(name)) return undefined
  told.add(name)
  return open
}

/** Forgets one, or all that have ended, or (another account signs in) all. */
export const forget = (which: number | 'ended' | 'all'): void =>
  jobs.set(jobs.get().filter((each) => which !== 'all' && (which === 'ended' ? !each.ended : each.jobId !== which)))
