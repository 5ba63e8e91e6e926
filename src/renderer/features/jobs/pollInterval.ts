const SOONEST_MS = 600
const LATEST_MS = 10_000

/**
 * How long to wait before a job is looked at again, ms, when it has been the same for `quietMs`: a quarter of that, so
 * that an end is seen late only by a part of what it took, and a job that nobody works on costs next to nothing.
 */
export const pollIntervalAfter = (quietMs: number): number => Math.min(Math.max(quietMs / 4, SOONEST_MS), LATEST_MS)
