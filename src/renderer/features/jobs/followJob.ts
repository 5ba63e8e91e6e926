import type { Job } from '#shared/contract/job.ts'
import { addFollowed } from './followed.ts'

interface Options {
  /** Id that the call returned that queued the job. */
  jobId: number
  /** What the user started, in Chinese. */
  title: string
  /** Runs when the job is done and shows its own message; without it a toast does. Failures are always shown. */
  onDone?: (job: Job) => void
}

/**
 * Follows a job in the title bar, whatever screen is open. When it ends, the reads that it changed are refreshed and
 * the user is notified, also in the background.
 */
export const followJob = (options: Options): void => addFollowed(options)
