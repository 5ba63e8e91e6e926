import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { requireTemplateSite, requireTemplateAccess, requireTemplate, type TemplateAccess } from './access.ts'
export { createFolderInUseError, insertTemplate, createEpoch, requireFreeFolder } from './insert.ts'
export { lockTemplateForRead, lockTemplate, onTemplateLocked } from './lock.ts'
export { present } from './present.ts'
export {
  findDraft,
  findTemplate,
  findTemplates,
  listGrantedSites,
  readTemplatesOfSite,
  type TemplateRow,
  filterVisible,
  readVisibleFolders,
  addSiteIds,
} from './repo.ts'

/** Calls 47–49 and 51; deletion is in templateRecycle. */
export const template: Resource = { routes }
