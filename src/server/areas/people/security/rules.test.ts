import { expect, it } from 'vitest'
import { DEVICE_HEADER } from '#shared/contract/headers.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildGroup, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { DEMO_PASSWORD, type TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn, solvedCaptcha } from '#tests/integration/server/harness/signIn.ts'
import { hashPassword } from '../account/index.ts'

const DAY = 24 * 3_600_000
const PASSWORD = 'First-Pass1'
type Rules = Partial<InputOf<'security.saveSettings'>>

/** Saves the rules as a super administrator does. */
async function setRules(server: TestServer, rules: Rules): Promise<void> {
  const admin = await server.as('admin')
  const { version } = await admin.ok('security.settings', {})
  await admin.ok('security.saveSettings', { ...rules, version })
}

async function aPerson(server: TestServer, roleId: number) {
  const passwordHash = await hashPassword(PASSWORD)
  const createTime = server.clock.now().getTime()
  const id = await buildAccount(server.deps.db, { roleId, passwordHash, createTime })
  const { username } = await server.deps.db
    .selectFrom('account')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, username }
}

const signedIn = async (server: TestServer, username: string, password = PASSWORD): Promise<TestClient> =>
  new TestClient(server.url, (await logIn(server, username, password)).data.token)

async function change(server: TestServer, client: TestClient, from: string, to: string): Promise<string> {
  const [oldPassword, newPassword, reNewPassword] = await Promise.all(
    [from, to, to].map((text) => encrypted(server, text)),
  )
  const { status, msg } = await client.call('account.updatePassword', { oldPassword, newPassword, reNewPassword })
  return `${status} ${msg}`
}

async function logInFrom(server: TestServer, ip: string, username: string, password: string) {
  const body = { username, password: await encrypted(server, password), ...(await solvedCaptcha(server)) }
  const headers = { 'x-forwarded-for': ip, [DEVICE_HEADER]: 'd'.repeat(43) }
  return server.nobody.send<{ token: string }>('api/cebest-cms/account/login', { method: 'POST', body, headers })
}
const callFrom = (client: TestClient, ip: string) =>
  client.send('api/cebest-cms/account/current', { headers: { 'x-forwarded-for': ip } })
const proxied = { trustedProxies: ['127.0.0.1'] }

onBothDatabases('the rules of signing in', (_server, start) => {
  it('demand no more than the documents until an administrator changes them, and show who did', async () => {
    const server = await start()
    const admin = await server.as('admin')
    expect(await admin.ok('security.settings', {})).toEqual({
      minLength: 0,
      minClasses: 0,
      historyCount: 0,
      maxAgeDays: 0,
      refuseCommon: false,
      lockFailures: 5,
      lockMinutes: 10,
      idleMinutes: 720,
      maxHours: 168,
      singleSession: false,
      bindAddress: false,
      logDays: 180,
      selfRegister: false,
      registerGroupId: 0,
      ownGroupsOnly: false,
      groups: [],
      version: 0,
      changedBy: '',
      changedAt: '',
    })
    await setRules(server, { minLength: 8 })
    expect(await admin.ok('security.settings', {})).toMatchObject({ minLength: 8, version: 1, changedBy: 'admin' })
    expect(await admin.call('security.saveSettings', { minLength: 6, version: 0 })).toMatchObject({
      status: 409,
      msg: expect.stringMatching(/^登录安全设置已被 admin 于 .+修改/),
    })
    const line = server.deps.db.selectFrom('operation_log').select(['title', 'input']).where('code', '=', 200)
    const logged = await line.where('operation', '=', 'security.saveSettings').executeTakeFirstOrThrow()
    expect(logged.title).toBe('保存登录安全设置')
    expect(JSON.parse(logged.input)).toMatchObject({ minLength: 8 })
  })
  it('are changed by super administrators alone', async () => {
    const server = await start()
    await grantExactly(server.deps.db, 'editor', [{ siteId: 0, menuId: MENU.account }])
    const editor = await server.as('editor')
    expect((await editor.call('security.settings', {})).status).toBe(200)
    expect(await editor.call('security.saveSettings', { version: 0 })).toMatchObject({
      status: 403,
      msg: '只有超级管理员可以修改登录安全设置',
    })
    expect((await (await server.as('designer')).call('security.settings', {})).status).toBe(403)
  })
  it('refuse what makes no sense, and what would shut out the one who saves it', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const saved = async (rules: object) => {
      const { status, msg } = await admin.call('security.saveSettings', { ...rules, version: 0 })
      return `${status} ${msg}`
    }
    const group = (groupId: number, ...addresses: string[]) => ({ groups: [{ groupId, addresses }] })
    expect(await saved({ lockFailures: 0 })).toBe('400 锁定前的失败次数不能小于 1')
    expect(await saved({ minClasses: 5 })).toBe('400 字符种类不能大于 4')
    expect(await saved(group(2, '10.0.0.0/33'))).toMatch(/^400 地址格式应为 IP 或 IP 段/)
    expect(await saved({ groups: [{ groupId: 2 }, { groupId: 2 }] })).toBe('400 同一个用户组不能设置两次')
    expect(await saved(group(900_001, '10.0.0.0/8'))).toBe('404 部分用户组已被删除，请刷新后重新设置')
    expect(await saved(group(1, '10.0.0.0/8'))).toMatch(/^400 这些地址不包含您当前的地址 127\.0\.0\.1/)
    expect(await saved(group(1, '10.0.0.0/8', '127.0.0.1'))).toBe('200 保存成功')
  })
  it('hold for passwords that are changed, given and generated', async () => {
    const server = await start()
    await setRules(server, { minLength: 10, minClasses: 3, refuseCommon: true, historyCount: 3 })
    const group = await groupOf(server.deps.db, 'editor')
    const { id, username } = await aPerson(server, group)
    const own = await signedIn(server, username)
    expect(await change(server, own, PASSWORD, 'Short-1')).toMatch(/^400 密码不能少于 10 个字符/)
    expect(await change(server, own, PASSWORD, 'onlysmallletters')).toMatch(/^400 密码要包含.+至少 3 种$/)
    expect(await change(server, own, PASSWORD, 'Password-2024')).toMatch(/^400 密码太常见/)
    expect(await change(server, own, PASSWORD, 'Second-Kite-2')).toBe('200 更新成功')
    expect(await change(server, own, 'Second-Kite-2', PASSWORD)).toBe(
      '400 新密码不能和最近 3 次用过的密码相同，请换一个密码',
    )
    expect(await change(server, own, 'Second-Kite-2', 'Third-Kite-33')).toBe('200 更新成功')
    expect(await change(server, own, 'Third-Kite-33', 'Fourth-Kite-4')).toBe('200 更新成功')
    expect(await change(server, own, 'Fourth-Kite-4', PASSWORD), 'the fourth before').toBe('200 更新成功')
    const kept = await server.deps.db.selectFrom('password_history').selectAll().where('accountId', '=', id).execute()
    expect(kept).toHaveLength(2)

    const admin = await server.as('admin')
    const before = await admin.ok('account.findById', { id })
    const form = { ...before, employeeNumber: 'E1', phone: '13800000000' }
    const given = async (password: string) => {
      const { status, data } = await admin.call('account.save', {
        ...form,
        password: await encrypted(server, password),
      })
      return { status, issues: (data as unknown as { issues?: unknown }).issues }
    }
    const used = '新密码不能和最近 3 次用过的密码相同，请换一个密码'
    expect(await given('short')).toMatchObject({ status: 400, issues: [{ field: 'password' }] })
    expect(await given('Fourth-Kite-4')).toEqual({ status: 400, issues: [{ field: 'password', message: used }] })
    expect((await given('Fifth-Kite-55')).status).toBe(200)
    expect(
      await admin.call('account.save', {
        ...form,
        id: 0,
        userName: 'newcomer',
        password: await encrypted(server, 'x'),
      }),
    ).toMatchObject({ status: 400 })
    await setRules(server, { minLength: 30 })
    const reset = await admin.ok('account.resetPassword', { id })
    expect(reset.password).toHaveLength(30)
  })
  it('refuse rows of a sheet whose password breaks one', async () => {
    const server = await start()
    await setRules(server, { minLength: 10 })
    const admin = await server.as('admin')
    const person = (name: string, password: string) => [
      [name, '员工', 'E1', '13800000000', `${name}@example.com`],
      ['站点编辑', '', password],
    ]
    const rows = [person('strong', 'Long-enough-1').flat(), person('weak', 'Short-1').flat()]
    const titles = ['账号', '姓名', '员工编号', '手机号', '邮箱', '管理员组', '所属部门', '初始密码']
    const { data } = await upload(admin, { name: '账号.xlsx', content: await sheetOf([titles, ...rows]) })
    expect(await admin.ok('account.importSheet', { xlsxPath: data.accessPath })).toMatchObject({
      imported: 1,
      refused: 1,
      first: [{ row: 3, reason: '密码不能少于 10 个字符，请换一个更长的密码' }],
    })
  })
  it('have a password changed that is older than allowed, before anything else', async () => {
    const server = await start()
    const { username } = await aPerson(server, await groupOf(server.deps.db, 'editor'))
    await setRules(server, { maxAgeDays: 30 })
    const before = await signedIn(server, username)
    expect((await before.call('site.page', {})).status).toBe(200)
    server.clock.advance(31 * DAY)
    const answer = await logIn(server, username, PASSWORD)
    expect(answer.data.mustChangePassword).toBe(true)
    const own = new TestClient(server.url, answer.data.token)
    expect(await own.call('site.page', {})).toMatchObject({
      status: 403,
      msg: '您的密码已超过有效期，请先修改密码，再继续操作',
    })
    expect(await change(server, own, PASSWORD, 'Second-Kite-2')).toBe('200 更新成功')
    expect((await own.call('site.page', {})).status).toBe(200)
  })
  it('say after how many failures an account is locked, and for how long', async () => {
    const server = await start()
    await setRules(server, { lockFailures: 2, lockMinutes: 60 })
    expect((await logIn(server, 'editor', 'wrong!')).status).toBe(400)
    expect(await logIn(server, 'editor', 'wrong!')).toMatchObject({
      status: 423,
      msg: '登录失败次数过多，账号已锁定，请 60 分钟后再试',
    })
    server.clock.advance(59 * 60_000)
    expect((await logIn(server, 'editor', DEMO_PASSWORD)).status).toBe(423)
    server.clock.advance(2 * 60_000)
    expect((await logIn(server, 'editor', DEMO_PASSWORD)).status).toBe(200)
  })
  it('end sessions that rest too long or are too old, also those that had begun before', async () => {
    const server = await start()
    const early = await signedIn(server, 'editor', DEMO_PASSWORD)
    await setRules(server, { idleMinutes: 30, maxHours: 2 })
    const [used, resting] = [
      await signedIn(server, 'editor', DEMO_PASSWORD),
      await signedIn(server, 'editor', DEMO_PASSWORD),
    ]
    const state = async (client: TestClient) => (await client.call('account.current', {})).status
    server.clock.advance(29 * 60_000)
    expect(await state(used)).toBe(200)
    server.clock.advance(2 * 60_000)
    expect([await state(used), await state(resting), await state(early)]).toEqual([200, 401, 401])
    for (let minutes = 31; minutes < 119; minutes += 22) {
      server.clock.advance(22 * 60_000)
      expect(await state(used), `after ${minutes + 22} minutes`).toBe(200)
    }
    server.clock.advance(2 * 60_000)
    expect(await state(used)).toBe(401)
  })
  it('end a session that nobody uses, however often its program asks by itself', async () => {
    const server = await start()
    await setRules(server, { idleMinutes: 30 })
    const [asking, used] = [
      await signedIn(server, 'editor', DEMO_PASSWORD),
      await signedIn(server, 'editor', DEMO_PASSWORD),
    ]
    const asks = async (client: TestClient) => (await client.call('role.current', {})).status
    for (let minutes = 10; minutes < 30; minutes += 10) {
      server.clock.advance(10 * 60_000)
      expect(await asks(asking), `after ${minutes} minutes`).toBe(200)
      expect((await used.call('account.current', {})).status).toBe(200)
    }
    server.clock.advance(11 * 60_000)
    expect([await asks(asking), await asks(used)]).toEqual([401, 200])
  })
  it('let an account be signed in once or often', async () => {
    const server = await start()
    const [one, two] = [
      await signedIn(server, 'editor', DEMO_PASSWORD),
      await signedIn(server, 'editor', DEMO_PASSWORD),
    ]
    expect((await one.call('account.current', {})).status).toBe(200)
    await setRules(server, { singleSession: true })
    const three = await signedIn(server, 'editor', DEMO_PASSWORD)
    const states = await Promise.all([one, two, three].map((client) => client.call('account.current', {})))
    expect(states.map(({ status }) => status)).toEqual([401, 401, 200])
  })
  it('let a group in from some addresses alone, also with a session from before, and keep why', async () => {
    const server = await start(proxied)
    const { db } = server.deps
    const group = await buildGroup(db, { title: '外网受限' })
    const { username } = await aPerson(server, group)
    const early = new TestClient(server.url, (await logInFrom(server, '203.0.113.9', username, PASSWORD)).data.token)
    await setRules(server, { groups: [{ groupId: group, addresses: ['10.0.0.0/8', '2001:db8::/32'] }] })
    expect((await callFrom(early, '203.0.113.9')).status).toBe(401)
    const refused = '您的用户组不能从当前地址（203.0.113.9）登录，请在允许的网络中登录，或联系管理员'
    expect(await logInFrom(server, '203.0.113.9', username, PASSWORD)).toMatchObject({ status: 403, msg: refused })
    expect((await logInFrom(server, '203.0.113.9', username, 'wrong!')).msg, 'tells only who knows the password').toBe(
      '用户名或密码不正确',
    )
    const inside = await logInFrom(server, '10.20.30.40', username, PASSWORD)
    const own = new TestClient(server.url, inside.data.token)
    expect((await callFrom(own, '10.20.30.40')).status).toBe(200)
    expect((await callFrom(own, '203.0.113.9')).status).toBe(401)
    expect((await logInFrom(server, '2001:db8:1::5', username, PASSWORD)).status).toBe(200)
    expect((await logInFrom(server, '203.0.113.9', 'editor', DEMO_PASSWORD)).status, 'another group').toBe(200)
    const lines = await db.selectFrom('sign_in_log').select(['code', 'msg']).where('msg', '=', refused).execute()
    expect(lines).toEqual([{ code: 403, msg: refused }])
  })
})

onBothDatabases('a session that is used from another address', (_server, start) => {
  it('is kept in the log and shown to its owner', async () => {
    const server = await start(proxied)
    const { token } = (await logInFrom(server, '198.51.100.7', 'editor', DEMO_PASSWORD)).data
    const own = new TestClient(server.url, token)
    for (const ip of ['198.51.100.7', '203.0.113.66', '203.0.113.66', '198.51.100.7'])
      expect((await callFrom(own, ip)).status).toBe(200)
    const lines = server.deps.db
      .selectFrom('sign_in_log')
      .select(['username', 'ip', 'msg'])
      .where('way', '=', 'session')
    expect(await lines.execute()).toEqual([
      { username: 'editor', ip: '203.0.113.66', msg: '登录换了地址（原为 198.51.100.7）' },
    ])
    const [shown] = await own.ok('security.ownSessions', {})
    expect(shown).toMatchObject({ ip: '198.51.100.7', current: true })
  })
  it('ends where the rules bind it to its network', async () => {
    const server = await start(proxied)
    await setRules(server, { bindAddress: true })
    const { token } = (await logInFrom(server, '198.51.100.7', 'editor', DEMO_PASSWORD)).data
    const own = new TestClient(server.url, token)
    expect((await callFrom(own, '198.51.100.7')).status).toBe(200)
    expect((await callFrom(own, '203.0.113.66')).status).toBe(401)
    expect((await callFrom(own, '198.51.100.7')).status, 'for its owner, too').toBe(401)
    const lines = server.deps.db.selectFrom('sign_in_log').select(['code', 'msg']).where('way', '=', 'session')
    expect(await lines.execute()).toEqual([{ code: 401, msg: '登录换了地址（原为 198.51.100.7），已结束这次登录' }])
  })
})
