const MIN_MS = 600
const MAX_MS = 10_000

/**
 * ms until a job is polled again when nothing has changed for `quietMs`: a quarter of that, so that the delay is small
 * compared with the job, and a stalled job costs next to nothing.
 */
export const pollIntervalAfter = (quietMs: number): number => Math.min(Math.max(quietMs / 4, MIN_MS), MAX_MS)
