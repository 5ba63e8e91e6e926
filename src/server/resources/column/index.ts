import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { EMPTY_COLUMN } from './empty.ts'

/** Calls 27–39 and 45, and the recycle area. */
export const column: Resource = { routes }
