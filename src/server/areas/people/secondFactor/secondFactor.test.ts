import { expect, it } from 'vitest'
import { aPerson, PASSWORD, setRules, setUp, shown, STEP_MS } from '#tests/builders/secondFactor.ts'
import { type Refusal, TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { encrypted, logIn, solvedCaptcha } from '#tests/integration/server/harness/signIn.ts'

const factsOf = ({ data }: { data: unknown }) => (data as Refusal | null)?.facts ?? {}

const NEEDED = '密码正确，还需要两步验证码'
const WRONG = /^验证码不正确或已使用/

onBothDatabases('a second factor of one’s own', (_server, start) => {
  it('is set up by the password and a code of the app, and then asked for at the sign-in', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { client, username } = person
    const off = { isOn: false, since: '', recoveryLeft: 0, isRequired: false, asksPassword: true }
    expect(await client.ok('security.secondFactor', {})).toEqual(off)
    const begin = async (password: string) =>
      client.call('security.beginSecondFactor', { password: await encrypted(server, password) })
    expect(await begin('wrong!')).toMatchObject({ status: 400, msg: '密码不正确' })
    const { secret, uri } = (await begin(PASSWORD)).data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(server.url).host
    expect(uri).toBe(
      `otpauth://totp/${encodeURIComponent('站匠')}:${encodeURIComponent(`${username}@${address}`)}?issuer=${encodeURIComponent('站匠')}&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await logIn(server, username, PASSWORD)).status, 'nothing is asked for before it is confirmed').toBe(200)
    const confirm = (factorCode: string) => client.call('security.confirmSecondFactor', { factorCode })
    expect(await confirm('000000')).toMatchObject({ status: 400, msg: expect.stringMatching(/^验证码不正确/) })
    const done = await confirm(shown(server, secret))
    expect(done.msg).toBe('两步验证已开启')
    expect(new Set(done.data.recoveryCodes).size).toBe(10)
    for (const code of done.data.recoveryCodes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/)
    expect(await client.ok('security.secondFactor', {})).toMatchObject({ isOn: true, recoveryLeft: 10 })

    server.clock.advance(STEP_MS)
    const first = await logIn(server, username, PASSWORD)
    expect(first).toMatchObject({ status: 403, msg: NEEDED, data: { facts: { kind: 'codeNeeded' } } })
    expect(JSON.stringify(first.data)).not.toContain('token')
    // The second step as a client takes it: the same form with the captcha that the refusal brought.
    const { imageCodeKey, imageCodeValue } = factsOf(first)
    const password = await encrypted(server, PASSWORD)
    const second = { username, password, imageCodeKey, imageCodeValue }
    const wrong = await server.nobody.call('account.login', { ...second, factorCode: '000000' })
    expect(wrong).toMatchObject({ status: 400, msg: expect.stringMatching(WRONG) })
    const fresh = factsOf(wrong)
    expect(fresh.imageCodeKey).not.toBe(imageCodeKey)
    const code = shown(server, secret)
    const typed = `${code.slice(0, 3)} ${code.slice(3)} `
    const captcha = { imageCodeKey: fresh.imageCodeKey, imageCodeValue: fresh.imageCodeValue }
    const answer = await server.nobody.call('account.login', { ...second, ...captcha, factorCode: typed })
    expect(answer).toMatchObject({ status: 200, data: { username, mustSetUpFactor: false } })
    expect((await new TestClient(server.url, answer.data.token).call('site.page', {})).status).toBe(200)
  })
  it('is not revealed without the password', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { secret } = await setUp(server, person)
    const answer = await logIn(server, person.username, 'wrong!', { factorCode: shown(server, secret) })
    expect(answer).toMatchObject({ status: 400, msg: '用户名或密码不正确', data: null })
    expect((await logIn(server, person.username, PASSWORD, { factorCode: shown(server, secret) })).status).toBe(200)
  })
  it('takes a code once, also of two sign-ins at the same moment, and none of before', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { secret } = await setUp(server, person)
    const signIn = (factorCode: string) => logIn(server, person.username, PASSWORD, { factorCode })
    const factorCode = shown(server, secret)
    const both = await Promise.all([signIn(factorCode), signIn(factorCode)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await signIn(factorCode)).msg).toMatch(WRONG)
    expect((await signIn(shown(server, secret, -1))).status, 'the step before').toBe(400)
    expect((await signIn(shown(server, secret, 1))).status, 'the next one, from a clock that is ahead').toBe(200)
    server.clock.advance(STEP_MS)
    expect((await signIn(shown(server, secret))).status, 'that one again').toBe(400)
  })
  it('bears a clock that is off by one step, and no more', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { secret } = await setUp(server, person)
    server.clock.advance(10 * STEP_MS)
    const signIn = async (steps: number) =>
      (await logIn(server, person.username, PASSWORD, { factorCode: shown(server, secret, steps) })).status
    expect([await signIn(-2), await signIn(2), await signIn(-1), await signIn(0), await signIn(1)]).toEqual([
      400, 400, 200, 200, 200,
    ])
  })
  it('takes no code again when the server’s clock is set back, and a recovery code meanwhile', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { secret, recoveryCodes } = await setUp(server, person)
    const signIn = (factorCode = '') => logIn(server, person.username, PASSWORD, { factorCode })
    const used = shown(server, secret)
    expect((await signIn(used)).status).toBe(200)
    server.clock.advance(-2 * STEP_MS)
    expect((await signIn(shown(server, secret))).status).toBe(400)
    server.clock.advance(STEP_MS)
    expect((await signIn(used)).status).toBe(400)
    expect((await signIn(recoveryCodes[0])).status).toBe(200)
    server.clock.advance(2 * STEP_MS)
    expect((await signIn(shown(server, secret))).status).toBe(200)
  })
  it('lets one in with each recovery code once, however it is typed', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { recoveryCodes } = await setUp(server, person)
    const [one = '', two = ''] = recoveryCodes
    const signIn = (factorCode: string) => logIn(server, person.username, PASSWORD, { factorCode })
    const both = await Promise.all([signIn(one), signIn(one)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await signIn(` ${two.toLowerCase().replace('-', ' ')} `)).status).toBe(200)
    const { token } = both.find(({ status }) => status === 200)?.data ?? { token: '' }
    const client = new TestClient(server.url, token)
    expect(await client.ok('security.secondFactor', {})).toMatchObject({ recoveryLeft: 8 })
    const another = await aPerson(server)
    await setUp(server, another)
    expect((await logIn(server, another.username, PASSWORD, { factorCode: recoveryCodes[2] ?? '' })).status).toBe(400)
  })
  it('makes new recovery codes and is switched off by a code alone', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { client, username } = person
    const { secret, recoveryCodes } = await setUp(server, person)
    for (const name of ['security.newRecoveryCodes', 'security.removeSecondFactor'] as const) {
      expect(await client.call(name, { factorCode: '' })).toMatchObject({ status: 400, msg: '请输入验证码' })
      expect(await client.call(name, { factorCode: '000000' })).toMatchObject({ status: 400 })
    }
    const fresh = await client.ok('security.newRecoveryCodes', { factorCode: shown(server, secret) })
    const signIn = async (factorCode?: string) =>
      (await logIn(server, username, PASSWORD, factorCode === undefined ? {} : { factorCode })).status
    expect([await signIn(recoveryCodes[0]), await signIn(fresh.recoveryCodes[0])]).toEqual([400, 200])
    expect(await client.call('security.removeSecondFactor', { factorCode: fresh.recoveryCodes[1] })).toMatchObject({
      status: 200,
      msg: '两步验证已关闭',
    })
    expect(await signIn()).toBe(200)
    const { db } = server.deps
    expect(await db.selectFrom('recovery_code').selectAll().where('accountId', '=', person.id).execute()).toEqual([])
    expect((await client.call('security.removeSecondFactor', { factorCode: '1' })).status).toBe(409)
  })
  it('moves to another phone by a code of the old one, which holds until the new one is confirmed', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { client, username } = person
    const { secret } = await setUp(server, person)
    const password = await encrypted(server, PASSWORD)
    expect((await client.call('security.beginSecondFactor', { password })).status, 'the password is not enough').toBe(
      400,
    )
    const next = await client.ok('security.beginSecondFactor', { factorCode: shown(server, secret) })
    const signIn = async (of: string) =>
      (await logIn(server, username, PASSWORD, { factorCode: shown(server, of) })).status
    server.clock.advance(STEP_MS)
    expect([await signIn(next.secret), await signIn(secret)]).toEqual([400, 200])
    await client.ok('security.confirmSecondFactor', { factorCode: shown(server, next.secret) })
    server.clock.advance(STEP_MS)
    expect([await signIn(secret), await signIn(next.secret)]).toEqual([400, 200])
  })
  it('is confirmed where it was begun last, and ends the other sessions', async () => {
    const server = await start()
    const person = await aPerson(server)
    const other = new TestClient(server.url, (await logIn(server, person.username, PASSWORD)).data.token)
    const password = await encrypted(server, PASSWORD)
    const first = await other.ok('security.beginSecondFactor', { password })
    const { secret } = await person.client.ok('security.beginSecondFactor', { password })
    const confirm = (client: TestClient, of: string) =>
      client.call('security.confirmSecondFactor', { factorCode: shown(server, of) })
    expect((await confirm(other, first.secret)).status).toBe(400)
    expect((await confirm(person.client, secret)).status).toBe(200)
    expect(await confirm(person.client, secret)).toMatchObject({ status: 409 })
    expect((await person.client.call('account.current', {})).status).toBe(200)
    expect((await other.call('account.current', {})).status).toBe(401)
  })
})

onBothDatabases('codes that are guessed', (_server, start) => {
  it('are counted like passwords, and a right password makes no place for more', async () => {
    const server = await start()
    await setRules(server, { lockFailures: 3, lockMinutes: 20 })
    const person = await aPerson(server)
    const { secret } = await setUp(server, person)
    await server.deps.db.deleteFrom('known_device').execute()
    const signIn = (factorCode: string) => logIn(server, person.username, PASSWORD, { factorCode })
    expect((await signIn('000001')).status).toBe(400)
    expect((await logIn(server, person.username, PASSWORD)).msg).toBe(NEEDED)
    expect((await signIn('000002')).status).toBe(400)
    expect(await signIn('000003')).toMatchObject({ status: 423, msg: expect.stringContaining('请 20 分钟后再试') })
    expect((await signIn(shown(server, secret))).status, 'the right one').toBe(423)
    const admin = await server.as('admin')
    expect(await admin.ok('account.findById', { id: person.id })).toMatchObject({ isLocked: true })
    await admin.ok('account.unlock', { id: person.id })
    expect((await signIn(shown(server, secret))).status).toBe(200)
  })
  it('lock nobody out of a device that he signed in from', async () => {
    const server = await start({ trustedProxies: ['127.0.0.1'] })
    const person = await aPerson(server)
    const { secret } = await setUp(server, person)
    const signIn = async (ip: string, factorCode: string) => {
      const password = await encrypted(server, PASSWORD)
      const body = { username: person.username, password, factorCode, ...(await solvedCaptcha(server)) }
      const headers = { 'x-forwarded-for': ip }
      return (await server.nobody.send('api/cebest-cms/account/login', { method: 'POST', body, headers })).status
    }
    expect(await signIn('198.51.100.7', shown(server, secret))).toBe(200)
    server.clock.advance(STEP_MS)
    // A thief of the password, from many addresses.
    const thief: number[] = []
    for (let at = 1; at <= 6; at += 1) thief.push(await signIn(`203.0.${at}.9`, '000000'))
    expect(thief).toEqual([400, 400, 400, 400, 423, 423])
    expect(await signIn('198.51.100.7', shown(server, secret))).toBe(200)
  })
  it('are also counted for signed-in accounts', async () => {
    const server = await start()
    const person = await aPerson(server)
    await setUp(server, person)
    const states: number[] = []
    for (let at = 1; at <= 6; at += 1)
      states.push((await person.client.call('security.removeSecondFactor', { factorCode: '000000' })).status)
    expect(states).toEqual([400, 400, 400, 400, 423, 423])
  })
})
