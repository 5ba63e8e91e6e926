import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { requireTemplateSite, requireUse, templateFor, type TemplateUse } from './access.ts'
export { folderTaken, insertTemplate, newEpoch, requireFreeFolder } from './insert.ts'
export { lockTemplateForRead, lockTemplate, onLocked } from './lock.ts'
export { present } from './present.ts'
export {
  findDraft,
  findTemplate,
  findTemplates,
  grantedSites,
  templatesOfSite,
  type TemplateRow,
  visible,
  visibleFolders,
  withSites,
} from './repo.ts'

/** Calls 47–49 and 51; deletion is in templateRecycle. */
export const template: Resource = { routes }
