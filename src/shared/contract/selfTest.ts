import { z } from 'zod'

/** How a point of the self-test came out. `impossible`: it can't be tried on this computer. */
export const SELF_TEST_OUTCOMES = ['passed', 'failed', 'impossible'] as const

export const selfTestPoint = z.object({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(SELF_TEST_OUTCOMES),
  /** What was measured, or why it failed. */
  detail: z.string(),
  /** How long it took. */
  ms: z.number(),
})
export type SelfTestPoint = z.output<typeof selfTestPoint>

export const selfTestReport = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  /** Name and version of the system, and its processor. */
  system: z.string(),
  /** ms since 1970. */
  startedAt: z.number(),
  /** false: it still runs, or ended before its last point. */
  isFinished: z.boolean(),
  points: z.array(selfTestPoint),
})
export type SelfTestReport = z.output<typeof selfTestReport>
