import type { Job } from '#shared/contract/job.ts'
import { addFollowed } from './followed.ts'

interface Options {
  /** What the call that queued it answered. */
  jobId: number
  /** What the user started, in Chinese. */
  title: string
  /** Runs when it is done, and says so itself; without it a toast does. Failures are always told. */
  onDone?: (job: Job) => void
}

/**
 * Follows a job in the title bar, whatever screen is open. When it ends, the reads that it changed are refreshed and
 * the user is told, also in the background.
 */
export const followJob = (options: Options): void => addFollowed(options)
