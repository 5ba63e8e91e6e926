import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { queueOwnerlessJob } from '#server/jobs/queue.ts'
import { perServer } from '#server/hints.ts'
import { readSignature } from './signature.ts'

/** Polling interval of sites with automatic builds. */
const POLL_MS = 2000

/** Queues a build of each site with automatic builds whose pages are outdated. */
export async function queueAutoBuilds(deps: ServerDeps): Promise<void> {
  const sites = await deps.db
    .selectFrom('static_site')
    .innerJoin('site', 'site.id', 'static_site.siteId')
    .select(['static_site.siteId', 'static_site.signature', 'static_site.buildTime', 'static_site.pagesTime'])
    .where('static_site.isAuto', '=', 1)
    .where('site.isStatus', '=', 1)
    // New sites are set to automatic builds and get their template later.
    .where('site.templateId', '>', 0)
    .where('site.deleteTime', 'is', null)
    .execute()
  for (const { siteId, signature, buildTime, pagesTime } of sites) {
    // A build of an earlier version of the program did not note the pages of entries.
    const isBehindPages = buildTime !== pagesTime
    if (!(isBehindPages || (await isOutdated(deps, siteId, signature))) || (await hasPendingBuild(deps, siteId)))
      continue
    const input = { siteId, menuIds: null }
    await queueOwnerlessJob(deps, { kind: 'statics.build', title: '自动生成静态页面', siteId, input })
  }
}

async function isOutdated(deps: ServerDeps, siteId: number, signature: string): Promise<boolean> {
  const { db } = deps
  const stale = await db.selectFrom('stale_page').select('contentId').where('siteId', '=', siteId).limit(1).execute()
  return stale.length > 0 || (await readSignature(db, siteId)) !== signature
}

/** Whether a build is queued or running, or has just failed and is not to be retried yet. */
async function hasPendingBuild(deps: ServerDeps, siteId: number): Promise<boolean> {
  const last = await deps.db
    .selectFrom('job')
    .select(['state', 'createTime'])
    .where('kind', '=', 'statics.build')
    .where('siteId', '=', siteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return false
  if (last.state === 'queued' || last.state === 'running') return true
  return last.state !== 'done' && deps.clock.now().getTime() - last.createTime < RETRY_MS
}
const RETRY_MS = 5 * 60_000

const pollTrigger = perServer(() => ({ now: (): void => {} }))

/** Triggers a poll without waiting for the interval; called after the change is committed. */
export const triggerAutoBuilds = (deps: ServerDeps): void => pollTrigger(deps).now()

/** Polls while the server listens. */
export function startAutoBuilds(app: FastifyInstance, deps: ServerDeps): void {
  let stopTimer = (): void => {}
  let isPolling = false
  let isRequested = false
  const poll = async (): Promise<void> => {
    isRequested = true
    if (isPolling) return
    isPolling = true
    while (isRequested) {
      isRequested = false
      await queueAutoBuilds(deps).catch((err: unknown) =>
        deps.log.error({ err }, 'looking for automatic builds failed'),
      )
    }
    isPolling = false
  }
  app.addHook('onListen', async () => {
    stopTimer = deps.clock.every(POLL_MS, () => void poll())
    pollTrigger(deps).now = () => void poll()
  })
  app.addHook('onClose', async () => {
    stopTimer()
    pollTrigger(deps).now = () => {}
  })
}
