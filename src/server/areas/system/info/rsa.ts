import { constants, createPrivateKey, createPublicKey, generateKeyPair, privateDecrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { settleSetting } from '#server/db/settings.ts'

const MODULUS_BITS = 2048

/** The server's key pair for passwords on their way (C·§5): made at the first use, the same for all processes. */
const privateKey = (db: Kysely<Database>): Promise<string> =>
  settleSetting(db, 'rsa.privateKey', async () => {
    const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
    return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  })

/** SubjectPublicKeyInfo in base64, as JSEncrypt clients take it. */
export async function publicKey(db: Kysely<Database>): Promise<string> {
  const key = createPublicKey(await privateKey(db))
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

/**
 * The password in a base64 PKCS#1 v1.5 message; null for anything else. The caller must answer null exactly like a
 * wrong password. Unpadded here, because some builds of Node's crypto refuse this padding.
 */
export async function decryptPassword(db: Kysely<Database>, message: string): Promise<string | null> {
  const key = createPrivateKey(await privateKey(db))
  const bytes = Buffer.from(message, 'base64')
  if (bytes.length !== MODULUS_BITS / 8) return null
  try {
    return unpad(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes))
  } catch {
    return null
  }
}

/** RFC 8017 §7.2.2: 00 02, at least eight bytes that aren't zero, 00, the message. */
export function unpad(block: Buffer): string | null {
  const end = block.indexOf(0, 2)
  const wellFormed = block[0] === 0 && block[1] === 2 && end >= 10
  return wellFormed ? block.subarray(end + 1).toString('utf8') : null
}
