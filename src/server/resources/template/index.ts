import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { templateFor } from './access.ts'
export { lockTemplate } from './lock.ts'
export { pageOf, present } from './present.ts'
export { findTemplate, grantedSites, listTemplates, type TemplateRow } from './repo.ts'

/** Calls 47–51. */
export const template: Resource = { routes }
