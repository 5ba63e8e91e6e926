import { z } from 'zod'

const selfTestPoint = z.object({
  id: z.string(),
  title: z.string(),
  /** `impossible`: not testable on this computer. */
  outcome: z.enum(['passed', 'failed', 'impossible']),
  /** The measurement, or the reason of a failure. */
  detail: z.string(),
  /** Duration of the test. */
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
  /** false: still running, or aborted. */
  isFinished: z.boolean(),
  points: z.array(selfTestPoint),
})
export type SelfTestReport = z.output<typeof selfTestReport>
