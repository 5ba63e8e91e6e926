import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { issueLoginToken } from './loginTokens.ts'
export { hashPassword } from './passwords.ts'
export { findByName } from './repo.ts'
export { findSession } from './sessions.ts'
export const account: Resource = { routes }
