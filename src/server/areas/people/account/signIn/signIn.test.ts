import sharp from 'sharp'
import { expect, it } from 'vitest'
import { loginResult } from '#shared/contract/account.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { ADMIN_PASSWORD, DEMO_PASSWORD, type TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn, solvedCaptcha } from '#tests/integration/server/harness/signIn.ts'
import { issueLoginToken } from './loginTokens.ts'
import { findSession } from './sessions.ts'

const WRONG = '用户名或密码不正确'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

onBothDatabases('captcha', (server) => {
  it('is a picture in a data URL with a key of its own [C-187] [C-354]', async () => {
    const input = { height: 30, length: 4, width: 150, charType: 3, imageType: 1 }
    const first = await server().nobody.ok('account.captcha', input)
    const second = await server().nobody.ok('account.captcha', input)
    const [head, body = ''] = first.base64Image.split(',')
    const png = sharp(Buffer.from(body, 'base64'))
    expect(head).toBe('data:image/png;base64')
    expect(await png.metadata()).toMatchObject({ format: 'png', width: 150, height: 30 })
    expect(second.codeKey).not.toBe(first.codeKey)
  })
  it('works once, and only for five minutes', async () => {
    const password = await encrypted(server(), ADMIN_PASSWORD)
    const used = await solvedCaptcha(server())
    const login = (captcha: object) =>
      server().nobody.call('account.login', { username: 'admin', password, ...captcha })
    expect((await login(used)).code).toBe(200)
    expect(await login(used)).toMatchObject({ code: 400045, msg: '验证码错误或已过期' })

    const late = await solvedCaptcha(server())
    server().clock.advance(5 * MINUTE)
    expect((await login(late)).code).toBe(400045)
  })
  it('is used up by a wrong text, and takes either case of letters', async () => {
    const password = await encrypted(server(), ADMIN_PASSWORD)
    const login = (captcha: object) =>
      server().nobody.call('account.login', { username: 'admin', password, ...captcha })
    const captcha = await solvedCaptcha(server())
    expect((await login({ ...captcha, imageCodeValue: 'no' })).code).toBe(400045)
    expect((await login(captcha)).code).toBe(400045)

    const next = await solvedCaptcha(server())
    expect((await login({ ...next, imageCodeValue: ` ${next.imageCodeValue.toUpperCase()} ` })).code).toBe(200)
  })
})

onBothDatabases('login', (server, start) => {
  it('answers the token and what is granted per site and menu [C-185] [C-355]', async () => {
    const answer = await logIn(server(), 'editor', DEMO_PASSWORD)
    expect(answer).toMatchObject({ status: 200, code: 200, data: { username: 'editor' } })
    expect(loginResult.parse(answer.data)).toEqual(answer.data)
    expect(answer.data.siteItemDTOList.map((site) => site.siteId)).toEqual([0, 1])
    const [, site] = answer.data.siteItemDTOList
    expect(site?.menuItemDTOList.some((menu) => menu.settingList.includes(1101))).toBe(true)
    const signed = new TestClient(server().url, answer.data.token)
    expect(await signed.ok('account.current', {})).toMatchObject({ username: 'editor' })
  })
  it('may be form-encoded [A-220]', async () => {
    const form = new URLSearchParams({
      username: 'editor',
      password: await encrypted(server(), DEMO_PASSWORD),
      ...(await solvedCaptcha(server())),
      channel: 'pc',
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = 'api/cebest-cms/account/login'
    const answer = await server().nobody.send(path, { method: 'POST', headers, body: form.toString() })
    expect(answer).toMatchObject({ code: 200, data: { username: 'editor' } })
  })
  it('gives the super administrators every menu and site', async () => {
    const { data } = await logIn(server(), 'Admin', ADMIN_PASSWORD)
    expect(data.groupId).toBe(SUPER_GROUP)
    expect(data.siteItemDTOList.map((site) => site.siteId)).toEqual([0, 1, 2])
    expect(data.siteItemDTOList[0]?.menuItemDTOList.map((menu) => menu.menuId)).toContain(MENU.mine)
  })
  it('takes the name in either case, and without the blanks around it', async () => {
    expect((await logIn(server(), '  EDITOR ', DEMO_PASSWORD)).code).toBe(200)
  })
  it('answers alike for an unknown name, a wrong password and a password that can not be decrypted', async () => {
    const wrong = await logIn(server(), 'designer', 'wrong password')
    const unknown = await logIn(server(), 'nobody-here', 'wrong password')
    const broken = await server().nobody.call('account.login', {
      username: 'designer',
      password: Buffer.alloc(256, 7).toString('base64'),
      ...(await solvedCaptcha(server())),
    })
    expect(wrong).toMatchObject({ status: 400, code: 400, msg: WRONG })
    expect(unknown).toEqual(wrong)
    expect(broken).toEqual(wrong)
  })
  it('lists every broken rule of the form [C-251] [C-252] [C-253]', async () => {
    const answer = await server().nobody.call('account.login', { username: ' ', password: '', imageCodeKey: 'k' })
    const messages = (answer.data as unknown as { issues: { message: string }[] }).issues.map((i) => i.message)
    expect(answer).toMatchObject({ code: 400, msg: '用户名不能为空' })
    expect(messages).toEqual(['用户名不能为空', '密码不能少于6位', '请输入验证码'])
  })
  it('locks a name for ten minutes after five failures and says how long', async () => {
    const other = await start()
    for (let i = 1; i < 5; i++) expect((await logIn(other, 'editor', 'wrong password')).msg).toBe(WRONG)
    const fifth = await logIn(other, 'editor', 'wrong password')
    expect(fifth).toMatchObject({ status: 423, code: 423, msg: '登录失败次数过多，账号已锁定，请 10 分钟后再试' })

    other.clock.advance(4 * MINUTE)
    expect((await logIn(other, 'editor', DEMO_PASSWORD)).msg).toBe('登录失败次数过多，账号已锁定，请 6 分钟后再试')
    expect((await logIn(other, 'admin', ADMIN_PASSWORD)).code).toBe(200)
    other.clock.advance(6 * MINUTE)
    expect((await logIn(other, 'editor', 'wrong password')).msg).toBe(WRONG)
    expect((await logIn(other, 'editor', DEMO_PASSWORD)).code).toBe(200)
  })
  it('counts parallel guesses too', async () => {
    const other = await start()
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(other, 'guest', 'wrong password')))
    expect(answers.filter((answer) => answer.msg === WRONG).length).toBeLessThan(5)
    expect((await logIn(other, 'guest', DEMO_PASSWORD)).code).toBe(423)
  })
  it('forgets failures after a success', async () => {
    const other = await start()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await logIn(other, 'editor', 'wrong password')
      expect((await logIn(other, 'editor', DEMO_PASSWORD)).code).toBe(200)
    }
  })
  it('reports a disabled account only with the right password', async () => {
    const other = await start()
    await setStatus(other, 'designer', 0)
    expect((await logIn(other, 'designer', 'wrong password')).msg).toBe(WRONG)
    expect(await logIn(other, 'designer', DEMO_PASSWORD)).toMatchObject({ code: 403, msg: '账号已停用，请联系管理员' })
  })
  it('stores neither the password nor the token', async () => {
    const { data } = await logIn(server(), 'admin', ADMIN_PASSWORD)
    const { db } = server().deps
    const rows = [
      ...(await db.selectFrom('session').selectAll().execute()),
      ...(await db.selectFrom('account').selectAll().execute()),
      ...(await db.selectFrom('operation_log').selectAll().execute()),
    ]
    const text = JSON.stringify(rows)
    expect(text).not.toContain(data.token)
    expect(text).not.toContain(ADMIN_PASSWORD)
    expect(text).toContain('$argon2id$')
  })
})

onBothDatabases('auto-login', (server) => {
  const token = () => issueLoginToken(server().deps.db, 1, server().clock.now())

  it('signs in with a token, answering the grants under both names [C-356]', async () => {
    const data = await server().nobody.ok('account.autoLogin', { token: await token() })
    expect(data).toMatchObject({ username: 'admin', groupId: SUPER_GROUP })
    expect(data.authority).toEqual(data.siteItemDTOList)
  })
  it('takes a token once, within five minutes, and no session token', async () => {
    const used = await token()
    const { token: session } = await server().nobody.ok('account.autoLogin', { token: used })
    const late = await token()
    server().clock.advance(5 * MINUTE)
    for (const wrong of [used, late, session, 'made up'])
      expect(await server().nobody.call('account.autoLogin', { token: wrong })).toMatchObject({
        status: 401,
        msg: 'token无效或已过期，请手动登录',
      })
  })
})

onBothDatabases('sessions', (server) => {
  it('are carried by the authorization header, plain or as Bearer [A-218]', async () => {
    const { token } = await server().as('admin')
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
      const headers = { authorization: String(authorization) }
      expect((await server().nobody.send('api/cebest-cms/account/current', { headers })).code).toBe(200)
    }
  })
  it('end twelve hours after the last call', async () => {
    const client = await server().as('admin')
    for (let i = 0; i < 3; i++) {
      server().clock.advance(11 * HOUR)
      expect((await client.call('account.current', {})).code).toBe(200)
    }
    server().clock.advance(12 * HOUR)
    expect(await client.call('account.current', {})).toMatchObject({ status: 401, msg: '登录超时，请重新登录！' })
  })
  it('end a week after the sign-in however much they are used, or after the configured time', async () => {
    const client = await server().as('admin')
    const [day, end] = [24 * HOUR, 7 * 24 * HOUR]
    for (let used = 0; used < end - 6 * HOUR; used += 6 * HOUR) {
      server().clock.advance(6 * HOUR)
      expect((await client.call('account.current', {})).code, `${used / day} days`).toBe(200)
    }
    server().clock.advance(6 * HOUR)
    expect((await client.call('account.current', {})).status).toBe(401)
    const { deps } = server()
    const other = await server().as('admin')
    server().clock.advance(2 * HOUR)
    const here = { ip: '127.0.0.1', userAgent: 'test' }
    expect(await findSession({ ...deps, sessionMaxMs: 3 * HOUR }, other.token ?? '', here)).not.toBeNull()
    expect(await findSession({ ...deps, sessionMaxMs: 2 * HOUR }, other.token ?? '', here)).toBeNull()
  })
  it('end with signing out, one at a time', async () => {
    const [one, two] = [await server().as('editor'), await server().as('editor')]
    expect((await one.call('account.logout', {})).code).toBe(200)
    expect((await one.call('account.current', {})).status).toBe(401)
    expect((await two.call('account.current', {})).status).toBe(200)
  })
  it('end when the account is disabled', async () => {
    const client = await server().as('editor')
    await setStatus(server(), 'editor', 0)
    expect((await client.call('account.current', {})).status).toBe(401)
    await setStatus(server(), 'editor', 1)
  })
  it('follow a change of the role at once', async () => {
    const client = await server().as('designer')
    const { db } = server().deps
    const { roleId } = await db
      .selectFrom('account')
      .select('roleId')
      .where('username', '=', 'designer')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('role_grant').where('roleId', '=', roleId).where('menuId', '=', MENU.templates).execute()
    expect((await client.call('templateFile.list', { path: '' })).status).toBe(403)
  })
})

async function setStatus(server: TestServer, username: string, isStatus: 0 | 1): Promise<void> {
  await server.deps.db.updateTable('account').set({ isStatus }).where('username', '=', username).execute()
}
