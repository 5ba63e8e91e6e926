import { type KeyDeps, rsaSealingKey } from './keys.ts'

/**
 * A key of 32 bytes for one use, from the server's private key (HKDF-SHA256), so that a copy of the database opens nothing.
 * For what can't be sealed anew, such as hashes: `rotate-key` leaves it. In a transaction give its `db`.
 */
export const derivedKey = async (deps: KeyDeps, use: string): Promise<Buffer> => (await rsaSealingKey(deps)).derive(use)
