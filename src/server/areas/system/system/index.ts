import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { readServerInfo } from './serverInfo.ts'
export { decryptPassword, publicKey } from './rsa.ts'
export const system: Resource = { routes }
