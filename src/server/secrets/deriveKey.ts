import { type KeyDeps, readRsaSealingKey } from './keys.ts'

/**
 * Derives a 32-byte key for one use from the server's private key (HKDF-SHA256), so that a copy of the database is
 * useless without the key. For values that can't be sealed again, such as hashes: `rotate-key` does not change this
 * key. In a transaction pass its `db`.
 */
export const deriveKey = async (deps: KeyDeps, use: string): Promise<Buffer> =>
  (await readRsaSealingKey(deps)).derive(use)
