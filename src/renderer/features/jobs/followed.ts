import type { Job } from '#shared/contract/job.ts'

/** A job that this window follows to its end. */
export interface FollowedJob {
  jobId: number
  title: string
  /** Runs once when the job is done (not when it failed or was cancelled), and says so itself. */
  onDone?: ((job: Job) => void) | undefined
  /** How it ended; absent while it goes on. */
  ended?: Job
}

let jobs: readonly FollowedJob[] = []
const listeners = new Set<() => void>()

function publish(next: readonly FollowedJob[]): void {
  jobs = next
  for (const listener of listeners) listener()
}

export const followedJobs = (): readonly FollowedJob[] => jobs

export function onFollowed(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Follows a job, the newest first; one that is followed already keeps what its starter wanted. */
export function addFollowed(job: FollowedJob): void {
  if (!jobs.some(({ jobId }) => jobId === job.jobId)) publish([job, ...jobs])
}

/** Numbers start anew on another server, times do not. */
const told = new Set<string>()

/** Keeps how a job ended. Answers it the first time only, so that its end is told once. */
export function endFollowed(job: Job): FollowedJob | undefined {
  const open = jobs.find(({ jobId, ended }) => jobId === job.id && !ended)
  if (open) publish(jobs.map((each) => (each === open ? { ...each, ended: job } : each)))
  const name = `${job.id} ${job.createDate}`
  if (told.has(name)) return undefined
  told.add(name)
  return open
}

/** Forgets one, or all that have ended, or (another account signs in) all. */
export const forget = (which: number | 'ended' | 'all'): void =>
  publish(jobs.filter((each) => which !== 'all' && (which === 'ended' ? !each.ended : each.jobId !== which)))
