import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { AppError } from '#shared/errors/index.ts'

/** Suffix of the file beside a channel's file: the Ed25519 signature of its bytes, in base64. */
export const SIGNATURE_SUFFIX = '.sig'

/** Location of newer versions, and the publisher's key. */
export interface UpdateSource {
  /** Base URL of the folder, with a trailing slash; '' for none. */
  url: string
  /** Ed25519, SPKI in base64; '' for none. */
  publicKey: string
}

/** Parses the key of a source. @throws not-found for an invalid key */
export function updateKey(base64: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new AppError('not-found', '安装包没有有效的更新公钥，无法自动更新')
  }
}

/**
 * Verifies the signature of a text. The text contains the SHA-512 of every package, so somebody who can write into the
 * folder but lacks the key can't make the program run anything.
 */
export const isSigned = (text: string, signature: string, key: KeyObject): boolean =>
  verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'))

/** Creates the signature that isSigned() accepts. @param privateKey Ed25519 */
export const signatureOf = (text: string, privateKey: KeyObject): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64')
