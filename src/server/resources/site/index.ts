import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { findSite } from './repo.ts'
export { requireSites } from './rules.ts'
export const site: Resource = { routes }
