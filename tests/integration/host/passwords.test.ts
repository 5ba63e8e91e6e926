import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { unpad } from '#server/areas/system/system/rsa.ts'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { connect, runCms, runHost, signIn } from './harness.ts'

const form = {
  siteId: 1,
  userName: 'zhangsan',
  phone: '13812345678',
  email: 'a@example.com',
  name: '张三',
  headSculpture: '/files/a.png',
}

it('a password that the page sends leaves the host encrypted; without one no key is asked for [C-161]', async () => {
  const [running, cms] = [await runHost(), await runCms()]
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  cms.on('api/rsa/publicKey', () => publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
  cms.on('api/cebest-cms/member/exit', () => null)
  const save = async (more: object) => {
    const before = cms.requests.length
    expect(await running.host.invoke('member.save', { ...form, ...more })).toMatchObject({ ok: true })
    // What the host asks by itself after a sign-in may come between.
    return cms.requests.slice(before).filter(({ path }) => path !== 'api/sitecraft/capabilities')
  }
  const [key, saved] = await save({ password: '口令 secret!' })
  expect([key?.path, saved?.path]).toEqual(['api/rsa/publicKey', 'api/cebest-cms/member/exit'])
  const sent = Buffer.from(String(saved?.json.password), 'base64')
  expect(unpad(privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sent))).toBe('口令 secret!')
  expect(saved?.body.toString()).not.toContain('secret')
  const edited = await save({ id: 7, password: '' })
  expect(edited.map(({ path, json }) => [path, json.password])).toEqual([['api/cebest-cms/member/exit', '']])
  const long = await running.host.invoke('member.save', { ...form, password: '长'.repeat(100) })
  expect(long).toMatchObject({ ok: false, error: { code: 'invalid', message: '密码太长，请缩短后重试' } })
})
