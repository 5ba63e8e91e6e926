import { z } from 'zod'
import { flag, timeOfDay, within } from './fields.ts'
import { HOUR_INTERVALS } from './statics.ts'

/** Releases that stay at a target when nothing else is asked for. */
const DEFAULT_RELEASES = 5

/** Settings of a publish target: how a release is shown, and at which times of the server's time zone it is deployed. */
export const targetReleaseFields = {
  /** Each release lies in a folder of its own, and a link is switched to it. */
  hasReleases: flag,
  /** Releases that stay at the target. */
  keptReleases: within('保留份数', 2, 50).default(DEFAULT_RELEASES),
  /** Deployments at times; `none`: by hand and after builds alone. */
  every: z.enum(['none', 'day', 'hours'], '请选择周期').default('none'),
  /** HH:mm, for `day`. */
  time: timeOfDay.default('03:00'),
  /** For `hours`. */
  hours: z.literal(HOUR_INTERVALS, '请选择间隔').default(6),
}

/** The same in answers. */
export const targetReleaseOutput = {
  hasReleases: z.boolean(),
  keptReleases: z.number(),
  every: z.enum(['none', 'day', 'hours']),
  time: z.string(),
  hours: z.literal(HOUR_INTERVALS),
  /** Time of the next deployment by the schedule; ''. */
  nextDate: z.string(),
  /** The folder that the web server has to serve. */
  servedFolder: z.string(),
}

/** A file that a deployment changed at its target. */
export const deploymentFile = z.object({ path: z.string(), change: z.enum(['written', 'removed']) })
export type DeploymentFile = z.output<typeof deploymentFile>
