import { ownerlessJob } from '#server/jobs/queue.ts'
import { onSiteEvents } from '../events.ts'
import type { DeployInput } from './deployJob.ts'

/** Queues deployments to the targets that every build goes to, in the transaction in which the build becomes visible; the build wakes them. */
export const startAutoDeployments = (): void =>
  onSiteEvents(async (ctx, events) => {
    const sites = events.filter(({ event }) => event === 'build.done').map(({ siteId }) => siteId)
    if (sites.length === 0) return
    const targets = await ctx.db
      .selectFrom('publish_target')
      .select(['id', 'name', 'siteId'])
      .where('siteId', 'in', sites)
      .where('isAuto', '=', 1)
      .where('isPaused', '=', 0)
      .execute()
    for (const { id: targetId, name, siteId } of targets) {
      const agreed = { agreesForeign: false, agreesRemoval: false, isVerified: false }
      const input: DeployInput = { targetId, cause: 'build', restoreBefore: 0, ...agreed }
      const job = ownerlessJob({ kind: 'site.deploy', title: `自动发布到“${name}”`, siteId, input }, ctx.clock.now())
      await ctx.db.insertInto('job').values(job).execute()
    }
  })
