import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { AppError } from '#shared/errors/index.ts'

/**
 * Encrypts a password for the login call: RSA, PKCS#1 v1.5, base64 (C·§5).
 * @param publicKey SubjectPublicKeyInfo in base64, with or without PEM lines
 * @throws AppError `bad-answer` for an invalid key, `invalid` for a password that is too long
 */
export function encryptPassword(publicKey: string, password: string): string {
  const der = Buffer.from(publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  let key
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch (cause) {
    throw new AppError('bad-answer', '服务器提供的密码公钥无法使用，请联系服务器管理员', { cause })
  }
  const bytes = Buffer.from(password, 'utf8')
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bytes.length > bits / 8 - 11) throw new AppError('invalid', '密码太长，请缩短后重试')
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, bytes).toString('base64')
}
