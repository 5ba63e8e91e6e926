import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export const column: Resource = { routes }
