import type { Resource } from '#server/http/routes.ts'
import { columnFinder } from '#server/http/targetAccess.ts'
import { findTargets } from './repo.ts'
import { routes } from './routes.ts'

export { setFields } from './edit.ts'
export { addColumn } from './save.ts'
export { EMPTY_COLUMN } from './empty.ts'
export { shareFieldsLock } from './fieldsLock.ts'
export { presentDetail } from './present.ts'
export { type ColumnRow, findColumn } from './repo.ts'
export { workflows } from './workflowPort.ts'

columnFinder.register(findTargets)

/** Calls 27–39 and 45, and the recycle bin of columns. */
export const column: Resource = { routes }
