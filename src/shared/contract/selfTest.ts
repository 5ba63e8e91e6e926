import { z } from 'zod'

const selfTestPoint = z.object({
  id: z.string(),
  title: z.string(),
  /** `impossible`: it can't be tried on this computer. */
  outcome: z.enum(['passed', 'failed', 'impossible']),
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
