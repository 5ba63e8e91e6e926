import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { ServerDeps } from '#server/deps.ts'
import { privateKey } from './keyFile.ts'

export type KeyDeps = Pick<ServerDeps, 'db' | 'dataDir' | 'rsaKeyFile'>

/**
 * A key of 32 bytes for one use, from the server's key file (HKDF-SHA256), so that a copy of the database opens nothing. Not
 * to be called in a transaction.
 */
export async function derivedKey(deps: KeyDeps, use: string): Promise<Buffer> {
  const der = createPrivateKey(await privateKey(deps)).export({ format: 'der', type: 'pkcs8' })
  return Buffer.from(hkdfSync('sha256', der, '', `sitecraft ${use}`, 32))
}
