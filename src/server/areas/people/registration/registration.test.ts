import { afterEach, expect, it } from 'vitest'
import type { InputOf } from '#shared/contract/registry.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { groupOf } from '#tests/builders/account.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn } from '#tests/integration/server/harness/signIn.ts'
import { registerPhoneCodeSender } from './sender.ts'

const PHONE = '13800138000'
const PASSWORD = 'secret-1'
const HOUR = 3_600_000

/** The messages that were sent, in place of the server's log. */
function outbox(): { phone: string; code: string }[] {
  const sent: { phone: string; code: string }[] = []
  registerPhoneCodeSender(async (_deps, message) => sent.push(message) > 0)
  return sent
}
afterEach(() => registerPhoneCodeSender(null))

async function opened(server: TestServer, change: Partial<InputOf<'security.saveSettings'>> = {}): Promise<number> {
  const admin = await server.as('admin')
  const registerGroupId = await groupOf(server.deps.db, 'editor')
  const { version } = await admin.ok('security.settings', {})
  await admin.ok('security.saveSettings', { selfRegister: true, registerGroupId, ...change, version })
  return registerGroupId
}

const form = async (server: TestServer, phoneCode: string, more: object = {}) => ({
  username: '新来的人',
  phone: PHONE,
  phoneCode,
  password: await encrypted(server, PASSWORD),
  ...more,
})
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000')

onBothDatabases('registering', (_server, start) => {
  it('makes an account of the chosen group, which signs in [C-188] [C-357] [C-358]', async () => {
    const server = await start()
    const sent = outbox()
    const roleId = await opened(server)
    expect(await server.nobody.ok('registration.state', {})).toEqual({ isOpen: true })
    const asked = await server.nobody.call('registration.sendPhoneCode', { phone: PHONE })
    expect(asked).toMatchObject({ code: 200, msg: '验证码已发送' })
    expect(sent).toEqual([{ phone: PHONE, code: expect.stringMatching(/^\d{6}$/) }])
    const filled = await form(server, sent[0]?.code ?? '')
    expect(await server.nobody.call('registration.register', filled)).toMatchObject({
      code: 200,
      msg: '注册成功，请登录',
    })
    expect((await logIn(server, '新来的人', PASSWORD)).data).toMatchObject({ username: '新来的人', groupId: roleId })
    expect((await server.nobody.call('registration.register', filled)).status, 'the code is used up').toBe(400)
    const lines = JSON.stringify(await server.deps.db.selectFrom('operation_log').selectAll().execute())
    expect(lines).toContain('registration.register')
    for (const secret of [PHONE, sent[0]?.code ?? '?', filled.password]) expect(lines).not.toContain(secret)
  })

  it('is closed until an administrator opens it, never for super administrators', async () => {
    const server = await start()
    const closed = { status: 403, msg: '管理员未开启注册，请联系管理员开通账号' }
    expect(await server.nobody.ok('registration.state', {})).toEqual({ isOpen: false })
    expect(await server.nobody.call('registration.sendPhoneCode', { phone: PHONE })).toMatchObject(closed)
    expect(await server.nobody.call('registration.register', await form(server, '123456'))).toMatchObject(closed)
    const admin = await server.as('admin')
    const open = (registerGroupId: number) =>
      admin.call('security.saveSettings', { selfRegister: true, registerGroupId, version: 0 })
    expect((await open(0)).msg).toBe('请选择注册后的用户组')
    expect((await open(SUPER_GROUP)).msg).toBe('注册的账号不能是超级管理员，请选择其他用户组')
    expect((await open(99_999)).msg).toBe('用户组已被删除，请重新选择')
  })

  it('refuses a wrong code, five of them, an old one, and that of another number', async () => {
    const server = await start()
    const sent = outbox()
    await opened(server)
    const register = async (phoneCode: string, more: object = {}) =>
      (await server.nobody.call('registration.register', await form(server, phoneCode, more))).msg
    const newCode = async (phone = PHONE): Promise<string> => {
      await server.nobody.ok('registration.sendPhoneCode', { phone })
      return sent.at(-1)?.code ?? ''
    }
    expect(await register('123456')).toBe('手机验证码已失效，请重新获取')
    const first = await newCode()
    expect(await register(first, { phone: '13900139000' })).toBe('手机验证码已失效，请重新获取')
    for (let at = 0; at < 5; at += 1) expect(await register(wrongOf(first))).toBe('手机验证码不正确')
    expect(await register(first)).toBe('手机验证码已失效，请重新获取')
    server.clock.advance(61_000)
    const second = await newCode()
    server.clock.advance(11 * 60_000)
    expect(await register(second)).toBe('手机验证码已失效，请重新获取')
  })

  it('reports an existing name or number at its field, and the code stays valid for another one', async () => {
    const server = await start()
    const sent = outbox()
    await opened(server)
    await server.nobody.ok('registration.sendPhoneCode', { phone: PHONE })
    const code = sent[0]?.code ?? ''
    const register = async (more: object) => server.nobody.call('registration.register', await form(server, code, more))
    expect((await register({ username: 'ADMIN', phoneCode: wrongOf(code) })).msg).toBe('手机验证码不正确')
    expect(await register({ username: 'ADMIN' })).toMatchObject({
      status: 409,
      msg: '账号“ADMIN”已存在，请换一个账号',
    })
    expect((await register({ password: await encrypted(server, '12345') })).msg).toBe('密码不能少于6位')
    expect((await register({ username: '甲' })).code).toBe(200)
    server.clock.advance(61_000)
    await server.nobody.ok('registration.sendPhoneCode', { phone: PHONE })
    const again = await form(server, sent[1]?.code ?? '', { username: '乙' })
    expect((await server.nobody.call('registration.register', again)).msg).toBe('该手机号已注册，请直接登录')
  })

  it('follows the rules of passwords', async () => {
    const server = await start()
    const sent = outbox()
    await opened(server, { minLength: 12 })
    await server.nobody.ok('registration.sendPhoneCode', { phone: PHONE })
    const filled = await form(server, sent[0]?.code ?? '')
    expect((await server.nobody.call('registration.register', filled)).msg).toContain('12')
  })

  it('sends a number one code in 60 seconds, five in an hour, ten in a day [C-025]', async () => {
    const server = await start()
    const sent = outbox()
    await opened(server)
    const ask = async () => (await server.nobody.call('registration.sendPhoneCode', { phone: PHONE })).msg
    const both = await Promise.all([ask(), ask()])
    expect(both.toSorted()).toEqual(['验证码已发送', '验证码已发送，请 60 秒后再获取'].toSorted())
    server.clock.advance(59_000)
    expect(await ask()).toBe('验证码已发送，请 1 秒后再获取')
    for (let at = 0; at < 4; at += 1) {
      server.clock.advance(61_000)
      expect(await ask()).toBe('验证码已发送')
    }
    server.clock.advance(61_000)
    expect(await ask()).toMatch(/^该手机号获取验证码的次数过多，请 \d+ 分钟后再试$/)
    for (let at = 0; at < 5; at += 1) {
      server.clock.advance(HOUR)
      expect(await ask()).toBe('验证码已发送')
    }
    server.clock.advance(HOUR)
    expect(await ask()).toBe('该手机号获取验证码的次数过多，请明天再试')
    expect(sent).toHaveLength(10)
    const rows = await server.deps.db.selectFrom('phone_code_sent').select('key').execute()
    expect(JSON.stringify(rows)).not.toContain(PHONE)
  })

  it('sends one network twenty codes in an hour, to whatever numbers', async () => {
    const server = await start()
    const sent = outbox()
    await opened(server)
    const ask = async (at: number) =>
      (await server.nobody.call('registration.sendPhoneCode', { phone: `138001380${10 + at}` })).msg
    for (let at = 0; at < 20; at += 1) expect(await ask(at)).toBe('验证码已发送')
    expect(await ask(20)).toMatch(/^您所在的网络获取验证码的次数过多，请 \d+ 分钟后再试$/)
    expect(sent).toHaveLength(20)
  })

  it('refuses what is no mobile number, and says which field it is [C-254] [C-255] [C-256] [C-257] [C-258] [C-259]', async () => {
    const server = await start()
    await opened(server)
    const ask = async (phone: string) => (await server.nobody.call('registration.sendPhoneCode', { phone })).msg
    expect(await ask('')).toBe('请输入手机号')
    for (const phone of ['12345678901', '1380013800', '138001380001', '010-12345678'])
      expect(await ask(phone)).toBe('请输入正确的手机号')
    const missing = {
      username: '请输入用户名',
      phone: '请输入手机号',
      phoneCode: '请输入手机验证码',
      password: '请输入密码',
    }
    for (const [field, message] of Object.entries(missing)) {
      const filled = { ...(await form(server, '123456')), [field]: '' }
      expect((await new TestClient(server.url).call('registration.register', filled)).msg).toBe(message)
    }
  })

  it('does not say that a code was sent where nothing can send it', async () => {
    const server = await start()
    await opened(server)
    const answer = await server.nobody.call('registration.sendPhoneCode', { phone: PHONE })
    expect(answer).toMatchObject({ status: 200, msg: '服务器没有短信通道，验证码未发送到手机，请向管理员索取' })
  })
})
