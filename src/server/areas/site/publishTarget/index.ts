import type { Resource } from '#server/http/routes.ts'
import { startAutoDeployments } from './auto.ts'
import { deployJob } from './deployJob.ts'
import { routes } from './routes.ts'

startAutoDeployments()

/** 发布目标: where the built pages of sites are brought, so that visitors need no way to the back office. */
export const publishTarget: Resource = { routes, jobs: { 'site.deploy': deployJob } }
