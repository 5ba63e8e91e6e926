import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { AppError } from '#shared/errors/index.ts'

/** What stands beside a channel's file: the Ed25519 signature of its bytes, in base64. */
export const SIGNATURE_SUFFIX = '.sig'

/** Where newer versions come from, and whose they must be. */
export interface UpdateSource {
  /** Base URL of the folder, with a closing slash; '' for none. */
  url: string
  /** Ed25519, SPKI in base64; '' for none. */
  publicKey: string
}

/** The key of a source. @throws not-found when it is none. */
export function updateKey(base64: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new AppError('not-found', '这个安装包没有有效的更新公钥，不能自动更新')
  }
}

/**
 * Does the signature belong to this text? The text holds the SHA-512 of every package, so whoever can write into the folder
 * but has no key can't give the program anything to run.
 */
export const isSigned = (text: string, signature: string, key: KeyObject): boolean =>
  verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'))

/** The signature that isSigned() accepts. @param privateKey Ed25519 */
export const signatureOf = (text: string, privateKey: KeyObject): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64')
