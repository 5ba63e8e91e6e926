import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { derivedKey, type KeyDeps } from './derivedKey.ts'
export { privateKey } from './keyFile.ts'
export { readServerInfo } from './serverInfo.ts'
export { decryptPassword, publicKey } from './rsa.ts'
export const system: Resource = { routes }
