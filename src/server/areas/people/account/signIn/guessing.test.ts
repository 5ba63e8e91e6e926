import { DEVICE_HEADER } from '#shared/contract/headers.ts'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { ADMIN_PASSWORD, DEMO_PASSWORD, type TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn, solvedCaptcha } from '#tests/integration/server/harness/signIn.ts'
import { toNetwork } from '#server/areas/people/signInRules/index.ts'
import { generateCaptchaText, drawCaptcha } from './captchaImage.ts'

const WRONG = 'wrong password'

/** Signs in from another address, as a proxy tells it. */
async function logInFrom(
  server: TestServer,
  ip: string,
  username: string,
  password: string,
  agent = 'test',
  device = '',
) {
  const body = { username, password: await encrypted(server, password), ...(await solvedCaptcha(server)) }
  const headers = { 'x-forwarded-for': ip, 'user-agent': agent, ...(device && { [DEVICE_HEADER]: device }) }
  return server.nobody.send('api/cebest-cms/account/login', { method: 'POST', body, headers })
}
const proxied = { trustedProxies: ['127.0.0.1'] }

onBothDatabases('guessing passwords', (_server, start) => {
  it('locks the address that guesses, and no one else', async () => {
    const server = await start(proxied)
    for (let i = 0; i < 5; i++) await logInFrom(server, '203.0.113.1', 'editor', WRONG)
    expect((await logInFrom(server, '203.0.113.1', 'editor', DEMO_PASSWORD)).code).toBe(423)
    expect((await logInFrom(server, '203.0.113.2', 'editor', DEMO_PASSWORD)).code).toBe(200)
  })
  it('from many addresses together locks new devices, and leaves the one that the owner has signed in with', async () => {
    const server = await start(proxied)
    expect((await logInFrom(server, '198.51.100.7', 'editor', DEMO_PASSWORD, 'own')).code).toBe(200)
    await logInFrom(server, '203.0.113.1', 'editor', WRONG)
    const { db } = server.deps
    await db.updateTable('login_attempt').set({ failures: 48 }).where('usernameKey', '=', 'editor all').execute()
    expect((await logInFrom(server, '203.0.113.2', 'editor', WRONG)).code).toBe(400)
    expect((await logInFrom(server, '203.0.113.3', 'editor', WRONG)).code).toBe(423)
    expect((await logInFrom(server, '203.0.113.99', 'editor', DEMO_PASSWORD)).code).toBe(423)
    expect((await logInFrom(server, '198.51.100.7', 'editor', DEMO_PASSWORD, 'own')).code).toBe(200)
    expect((await logInFrom(server, '203.0.113.99', 'admin', ADMIN_PASSWORD)).code).toBe(200)
  })
  it('on the known device itself locks that one alone', async () => {
    const server = await start(proxied)
    await logInFrom(server, '198.51.100.7', 'editor', DEMO_PASSWORD, 'own')
    for (let i = 0; i < 5; i++) await logInFrom(server, '198.51.100.7', 'editor', WRONG, 'own')
    expect((await logInFrom(server, '198.51.100.7', 'editor', DEMO_PASSWORD, 'own')).code).toBe(423)
    expect((await logInFrom(server, '198.51.100.8', 'editor', DEMO_PASSWORD, 'own')).code).toBe(200)
  })
  it('behind the owner’s address with the owner’s program does not lock the device that has a name of its own', async () => {
    const server = await start(proxied)
    const [office, own, another] = ['198.51.100.7', 'o'.repeat(43), 'x'.repeat(43)]
    const owner = () => logInFrom(server, office, 'editor', DEMO_PASSWORD, 'program', own)
    expect((await owner()).code).toBe(200)
    for (let i = 0; i < 5; i++) await logInFrom(server, office, 'editor', WRONG, 'program')
    expect((await logInFrom(server, office, 'editor', DEMO_PASSWORD, 'program')).code).toBe(423)
    expect((await logInFrom(server, office, 'editor', DEMO_PASSWORD, 'program', another)).code).toBe(423)
    expect((await owner()).code).toBe(200)
    const devices = await server.deps.db.selectFrom('known_device').select('device').execute()
    expect(devices.map(({ device }) => device)).not.toContain(own)
  })
  it('is forgotten after a day, so that the table does not grow with names that are made up', async () => {
    const server = await start()
    for (let i = 0; i < 3; i++) await logIn(server, `made-up-${i}`, WRONG)
    server.clock.advance(25 * 3_600_000)
    await logIn(server, 'editor', WRONG)
    const rows = await server.deps.db.selectFrom('login_attempt').select('usernameKey').execute()
    expect(rows.map(({ usernameKey }) => usernameKey).toSorted()).toEqual(['editor all', 'editor from 127.0.0.1'])
  })
})

onBothDatabases('the sign-in log', (_server, start) => {
  it('keeps good and failed sign-ins, from where and with which result, and no secret', async () => {
    const server = await start()
    await logIn(server, 'editor', DEMO_PASSWORD)
    await logIn(server, 'editor', 'guess-of-it')
    await server.nobody.call('account.autoLogin', { token: 'stolen-token' })
    await server.as('admin')
    const rows = await server.deps.db.selectFrom('sign_in_log').selectAll().orderBy('id').execute()
    expect(rows.map(({ way, username, ip, code, msg }) => [way, username, ip, code, msg])).toEqual([
      ['password', 'editor', '127.0.0.1', 200, '登录成功'],
      ['password', 'editor', '127.0.0.1', 400, '用户名或密码不正确'],
      ['token', '', '127.0.0.1', 401, 'token无效或已过期，请手动登录'],
      ['token', 'admin', '127.0.0.1', 200, '登录成功'],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/guess-of-it|stolen-token/)
  })
})

onBothDatabases('a captcha', (server) => {
  it('is kept as a hash whose key lies outside of the database, in a file that only the server may read', async () => {
    const { codeKey } = await server().nobody.ok('account.captcha', {})
    const { db, dataDir } = server().deps
    const { value } = await db
      .selectFrom('captcha')
      .select('value')
      .where('codeKey', '=', codeKey)
      .executeTakeFirstOrThrow()
    expect(value).toMatch(/^[\da-f]{64}$/)
    const file = path.join(dataDir, 'rsa-key.pem')
    expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    const settings = await db.selectFrom('setting').selectAll().execute()
    expect(JSON.stringify(settings)).not.toContain('PRIVATE KEY')
  })
})

describe('the picture of a captcha', () => {
  const pixels = async (text: string) =>
    sharp(await drawCaptcha(text, { width: 150, height: 30 }))
      .raw()
      .toBuffer()

  it('has no outlines that could be read, and is never the same', async () => {
    const png = await drawCaptcha('AAAA', { width: 150, height: 30 })
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.toString('latin1')).not.toMatch(/svg|path|tEXt|iTXt/)
    expect(await sharp(png).metadata()).toMatchObject({ width: 150, height: 30, hasAlpha: false })
    expect(await pixels('AAAA')).not.toEqual(await pixels('AAAA'))
  })
  it('shows each letter another way every time: pictures of one letter are as far apart as those of two', async () => {
    const far = async (a: string, b: string): Promise<number> => {
      let sum = 0
      for (let round = 0; round < 12; round++) {
        const [one, two] = [await inked(a), await inked(b)]
        sum += one.filter((dark, place) => dark !== two[place]).length
      }
      return sum
    }
    const inked = async (text: string) => {
      const grey = await sharp(await drawCaptcha(text, { width: 150, height: 30 }))
        .greyscale()
        .raw()
        .toBuffer()
      return [...grey].map((light) => light < 160)
    }
    expect((await far('KKKK', 'KKKK')) / (await far('KKKK', 'WWWW'))).toBeGreaterThan(0.6)
  })
  it('leaves enough of the letters and of the ground to be read', async () => {
    for (let round = 0; round < 20; round++) {
      const text = generateCaptchaText(4)
      expect(text).toMatch(/^[ACDEFHJKMNPRTWXY39]{4}$/)
      const grey = await sharp(await drawCaptcha(text, { width: 150, height: 30 }))
        .greyscale()
        .raw()
        .toBuffer()
      const dark = [...grey].filter((light) => light < 160).length / grey.length
      expect(dark).toBeGreaterThan(0.06)
      expect(dark).toBeLessThan(0.6)
    }
  })
  it('is drawn in any size that may be asked for', async () => {
    for (const size of [
      { width: 60, height: 16 },
      { width: 600, height: 200 },
    ])
      expect(await sharp(await drawCaptcha('ACDE', size)).metadata()).toMatchObject(size)
  })
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1::9', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network)
})
