import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { templateFor } from './access.ts'
export { insertTemplate, requireFreeFolder } from './insert.ts'
export { lockTemplate } from './lock.ts'
export { present } from './present.ts'
export { findTemplate, findTemplates, grantedSites, templatesOfSite, type TemplateRow, visibleFolders } from './repo.ts'

/** Calls 47–51. */
export const template: Resource = { routes }
