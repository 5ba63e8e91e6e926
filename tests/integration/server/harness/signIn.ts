import { constants, publicEncrypt } from 'node:crypto'
import type { OwnOutputOf } from '#shared/contract/registry.ts'
import { captchaHash } from '#server/areas/people/account/index.ts'
import { privateKey } from '#server/secrets/keyFile.ts'
import type { KeyDeps } from '#server/secrets/keys.ts'
import type { Answer, TestClient } from './client.ts'

/** A server in this process, or another one with its database. */
interface SignInTarget {
  nobody: TestClient
  deps: KeyDeps
}

/** The password as clients send it: RSA with PKCS#1 v1.5, base64. */
export async function encrypted(server: SignInTarget, password: string): Promise<string> {
  const key = await server.nobody.ok('rsa.publicKey', {})
  const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`
  return publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString('base64')
}

/** A fresh captcha with its text: as only its hash is kept, a known one takes its place. */
export async function solvedCaptcha(server: SignInTarget): Promise<{ imageCodeKey: string; imageCodeValue: string }> {
  const { codeKey } = await server.nobody.ok('account.captcha', {})
  const { deps } = server
  const value = captchaHash(await privateKey(deps), codeKey, 'solved')
  await deps.db.updateTable('captcha').set({ value }).where('codeKey', '=', codeKey).execute()
  return { imageCodeKey: codeKey, imageCodeValue: 'solved' }
}

/** Signs in as the login screen does: captcha, encrypted password. */
export async function logIn(
  server: SignInTarget,
  username: string,
  password: string,
  more: { factorCode?: string } = {},
): Promise<Answer<OwnOutputOf<'account.login'>>> {
  const captcha = await solvedCaptcha(server)
  const form = { username, password: await encrypted(server, password), ...captcha, ...more }
  return server.nobody.call('account.login', form)
}
