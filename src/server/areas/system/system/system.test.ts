import { constants, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { decryptPassword, publicKey, unpad } from './rsa.ts'

onBothDatabases('system calls', (server) => {
  it('report the features of the server and the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const data = await server().nobody.ok('system.capabilities', {})
    const features = [
      'template-sync-1',
      'template-sync-2',
      'template-copy-1',
      'template-draft-1',
      'chunked-upload-1',
      'upload-bundle-1',
      'export-progress-1',
      'notices-1',
      'entry-lock-1',
      'public-state-1',
      'content-schedule-1',
      'site-mail-1',
    ]
    expect(data).toEqual({ product: 'sitecraft', version, features })
  })
  it('answer the health check', async () => {
    expect(await server().nobody.call('system.health', {})).toMatchObject({ status: 200, code: 200, data: null })
  })
  it('keep one public key, which encrypts what only the server reads [A-283]', async () => {
    const key = await server().nobody.ok('rsa.publicKey', {})
    expect(await server().nobody.ok('rsa.publicKey', {})).toBe(key)
    const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`
    const message = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from('密码 pass'))
    expect(await decryptPassword(server().deps, message.toString('base64'))).toBe('密码 pass')
  })
  it('read nothing from a message that is not one', async () => {
    const { deps } = server()
    await publicKey(deps)
    for (const message of [
      '',
      'xx',
      Buffer.alloc(256, 255).toString('base64'),
      Buffer.alloc(256, 1).toString('base64'),
    ])
      expect(await decryptPassword(deps, message)).toBeNull()
  })
})

describe('unpad', () => {
  const block = (...parts: number[][]) => Buffer.from(parts.flat())
  const filler = [1, 2, 3, 4, 5, 6, 7, 8]

  it('takes what follows the filler', () => {
    expect(unpad(block([0, 2], filler, [0], [...Buffer.from('pass')]))).toBe('pass')
  })
  it.each([
    ['a wrong first byte', block([1, 2], filler, [0, 65])],
    ['a wrong type', block([0, 1], filler, [0, 65])],
    ['a short filler', block([0, 2], filler.slice(1), [0, 65])],
    ['no end of the filler', block([0, 2], filler, [65, 65])],
  ])('refuses %s', (_what, bytes) => {
    expect(unpad(bytes)).toBeNull()
  })
})
