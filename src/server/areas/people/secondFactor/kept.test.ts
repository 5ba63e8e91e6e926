import { describe, expect, it } from 'vitest'
import { aPerson, PASSWORD, setUp, shown } from '#tests/builders/secondFactor.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { logIn } from '#tests/integration/server/harness/signIn.ts'
import { parseAppCode, findTimeStep } from './codes.ts'

const NEEDED = '密码正确，还需要两步验证码'

onBothDatabases('what is kept of a second factor', (_server, start) => {
  it('opens nothing: neither database nor logs hold secret, codes or recovery codes', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { secret, recoveryCodes } = await setUp(server, person)
    const code = shown(server, secret)
    await logIn(server, person.username, PASSWORD)
    await logIn(server, person.username, PASSWORD, { factorCode: '000000' })
    await logIn(server, person.username, PASSWORD, { factorCode: code })
    await person.client.call('security.newRecoveryCodes', { factorCode: recoveryCodes[0] })
    const { db } = server.deps
    const tables = [
      'second_factor',
      'recovery_code',
      'operation_log',
      'sign_in_log',
      'captcha',
      'login_attempt',
    ] as const
    const kept = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
    for (const text of [secret, code, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))])
      expect(kept).not.toContain(text)
    const lines = db.selectFrom('sign_in_log').select(['code', 'msg']).where('username', '=', person.username)
    expect((await lines.orderBy('id').execute()).map(({ code: said, msg }) => `${said} ${msg.slice(0, 14)}`)).toEqual([
      '200 登录成功',
      '428 密码正确，还需要两步验证码',
      '400 验证码不正确或已使用，请输入',
      '200 登录成功（两步验证）',
    ])
    const log = (await server.as('admin')).ok('security.signInLog', { key: person.username, result: 'waits' })
    expect((await log).content).toMatchObject([{ ok: false, waits: true, msg: NEEDED }])
  })
  it('is not taken for another account’s, and reports it when the key file is another', async () => {
    const server = await start()
    const [one, two] = [await aPerson(server), await aPerson(server)]
    const { secret } = await setUp(server, one)
    await setUp(server, two)
    const { db } = server.deps
    const stolen = await db
      .selectFrom('second_factor')
      .selectAll()
      .where('accountId', '=', one.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('second_factor').set({ secret: stolen.secret }).where('accountId', '=', two.id).execute()
    expect(await logIn(server, two.username, PASSWORD, { factorCode: shown(server, secret) })).toMatchObject({
      status: 403,
      msg: expect.stringMatching(/^服务器的密钥文件已更换/),
    })
    expect((await logIn(server, one.username, PASSWORD, { factorCode: shown(server, secret) })).status).toBe(200)
  })
})

describe('codes', () => {
  /** RFC 6238, appendix B, for SHA-1: the last six of its eight digits. */
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at second %i are those of the standard', (second, code) => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(findTimeStep(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30))
    expect(findTimeStep(secret, code, new Date((second + 90) * 1000))).toBeNull()
  })
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['１２３４５６', '123456'],
    ['12345', null],
    ['1234567', null],
    ['ABCDE-FGHJK', null],
    ['', null],
  ])('%s is typed for %s', (typed, code) => {
    expect(parseAppCode(typed)).toBe(code)
  })
})
