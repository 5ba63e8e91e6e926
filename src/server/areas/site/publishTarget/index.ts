import type { Resource } from '#server/http/routes.ts'
import { afterDeployJob } from './afterDeploy.ts'
import { beginPlannedDeployments, startAutoDeployments, startPlannedDeployments } from './auto.ts'
import { deployJob } from './deployJob.ts'
import { servePacks } from './packDownload.ts'
import { routes } from './routes.ts'

export { publishCdn } from './cdn/index.ts'
export { addressAtTarget, mainTarget } from './mainTarget.ts'

startAutoDeployments()

/** 发布目标: where the built pages of sites are brought, so that visitors need no way to the back office. */
export const publishTarget: Resource = {
  routes,
  jobs: { 'site.deploy': deployJob, 'site.deployCheck': afterDeployJob, 'site.deployOnTime': beginPlannedDeployments },
  plugin(app, deps) {
    startPlannedDeployments(app, deps)
    servePacks(app, deps)
  },
}
