import type { Resource } from '#server/http/routes.ts'
import { routes } from './routes.ts'

export { privateKey } from './keyFile.ts'
export { decryptPassword, publicKey } from './rsa.ts'
export const system: Resource = { routes }
