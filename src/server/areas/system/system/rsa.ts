import { constants, createPrivateKey, createPublicKey, privateDecrypt } from 'node:crypto'
import { MODULUS_BITS, privateKey } from '#server/secrets/keyFile.ts'

type KeyDeps = Parameters<typeof privateKey>[0]

/** SubjectPublicKeyInfo in base64, as JSEncrypt clients expect it. */
export async function publicKey(deps: KeyDeps): Promise<string> {
  const key = createPublicKey(await privateKey(deps))
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

/**
 * Decrypts a password from a base64 PKCS#1 v1.5 message; null for anything else. The caller must treat null exactly
 * like a wrong password. Unpads by itself, because some builds of Node's crypto refuse this padding.
 */
export async function decryptPassword(deps: KeyDeps, message: string): Promise<string | null> {
  const key = createPrivateKey(await privateKey(deps))
  const bytes = Buffer.from(message, 'base64')
  if (bytes.length !== MODULUS_BITS / 8) return null
  try {
    return unpad(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes))
  } catch {
    return null
  }
}

/** RFC 8017 §7.2.2: 00 02, at least eight nonzero bytes, 00, the message. */
export function unpad(block: Buffer): string | null {
  const end = block.indexOf(0, 2)
  const wellFormed = block[0] === 0 && block[1] === 2 && end >= 10
  return wellFormed ? block.subarray(end + 1).toString('utf8') : null
}
