import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptPassword } from '../api/encryptPassword.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** PKCS#1 v1.5 by hand: 00 02 padding 00 message. */
function decrypted(base64: string): string {
  const raw = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(base64, 'base64'))
  expect([...raw.subarray(0, 2)]).toEqual([0, 2])
  return raw.subarray(raw.indexOf(0, 2) + 1).toString('utf8')
}

describe('the password of a sign-in', () => {
  it.each([
    ['base64 alone', der],
    ['PEM', pem],
  ])('is encrypted as JSEncrypt clients do, with a key in %s', (_form, key) => {
    expect(decrypted(encryptPassword(key, '密码 123456'))).toBe('密码 123456')
  })
  it('is never encrypted twice alike', () => {
    expect(encryptPassword(der, 'same')).not.toBe(encryptPassword(der, 'same'))
  })
  it('reports the error of a key or a password that does not fit', () => {
    expect(() => encryptPassword('bm8ga2V5', 'x')).toThrow('服务器提供的密码公钥无法使用')
    expect(() => encryptPassword(der, 'x'.repeat(118))).toThrow('密码太长')
  })
})
