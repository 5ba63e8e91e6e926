import type { Resource } from '#server/http/routes.ts'
import { editRoutes } from './editRoutes.ts'
import { routes } from './routes.ts'

export { normalizeHostName } from './hostName.ts'
export { requireFreeHosts, requireFreeSymbol, findHostConflicts } from './names.ts'
export { presentSite } from './present.ts'
export { findSite, type SiteRow } from './repo.ts'
export const site: Resource = { routes: { ...routes, ...editRoutes } }
