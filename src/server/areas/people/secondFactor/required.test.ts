import { GRANTS_HEADER } from '#shared/contract/headers.ts'
import { expect, it } from 'vitest'
import { buildGroup, groupOf } from '#tests/builders/account.ts'
import { aPerson, PASSWORD, setRules, setUp, shown, STEP_MS } from '#tests/builders/secondFactor.ts'
import { type Refusal, TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn } from '#tests/integration/server/harness/signIn.ts'
import { issueLoginToken } from '../account/index.ts'

const factsOf = ({ data }: { data: unknown }) => (data as Refusal | null)?.facts ?? {}

const NEEDED = '密码正确，还需要两步验证码'

onBothDatabases('a group that must have a second factor', (_server, start) => {
  const demanded = async (server: TestServer, group: number) =>
    setRules(server, { groups: [{ groupId: group, secondFactor: true }] })

  it('is answered nothing else until it is set up, also in sessions from before', async () => {
    const server = await start()
    const group = await groupOf(server.deps.db, 'editor')
    const person = await aPerson(server, group)
    const { client, username } = person
    expect((await client.call('site.page', {})).status).toBe(200)
    await demanded(server, group)
    const refused = {
      status: 403,
      msg: '您的用户组要求两步验证，请先完成设置，再继续操作',
      data: { facts: { kind: 'mustSetUpFactor', mustSetUpFactor: true } },
    }
    expect(await client.call('site.page', {})).toMatchObject(refused)
    expect(await client.ok('account.current', {})).toMatchObject({ mustSetUpFactor: true })
    const told = (await client.fetch('api/cebest-cms/account/current')).headers.get(GRANTS_HEADER)
    expect(told, 'by which its host learns of it').toMatch(/\.factor$/)
    const signedIn = await logIn(server, username, PASSWORD)
    expect(signedIn.data.mustSetUpFactor).toBe(true)
    expect(await new TestClient(server.url, signedIn.data.token).call('site.page', {})).toMatchObject(refused)
    expect(await client.call('security.endOwnSessions', {})).toMatchObject(refused)
    expect(await client.ok('security.secondFactor', {})).toMatchObject({ isOn: false, isRequired: true })
    const { secret } = await setUp(server, person)
    expect((await client.call('site.page', {})).status).toBe(200)
    expect(await client.call('security.removeSecondFactor', { factorCode: shown(server, secret) })).toMatchObject({
      status: 403,
      msg: expect.stringMatching(/^您的用户组要求两步验证，不能关闭/),
    })
    const again = await logIn(server, username, PASSWORD, { factorCode: shown(server, secret) })
    expect(again.data).toMatchObject({ mustSetUpFactor: false })
  })
  it('has the password changed first', async () => {
    const server = await start()
    const group = await groupOf(server.deps.db, 'editor')
    const { id, username } = await aPerson(server, group)
    await demanded(server, group)
    const { password } = await (await server.as('admin')).ok('account.resetPassword', { id })
    const { token } = (await logIn(server, username, password)).data
    const own = new TestClient(server.url, token)
    expect(factsOf(await own.call('security.beginSecondFactor', {}))).toMatchObject({ kind: 'mustChangePassword' })
    const [oldPassword, newPassword] = [await encrypted(server, password), await encrypted(server, PASSWORD)]
    await own.ok('account.updatePassword', { oldPassword, newPassword, reNewPassword: newPassword })
    expect(factsOf(await own.call('site.page', {}))).toMatchObject({ kind: 'mustSetUpFactor' })
    await setUp(server, { id, username, group, client: own })
    expect((await own.call('site.page', {})).status).toBe(200)
  })
  it('is asked on every way in, with one-time tokens as well', async () => {
    const server = await start()
    const { db } = server.deps
    const group = await groupOf(db, 'editor')
    const person = await aPerson(server, group)
    await demanded(server, group)
    const token = () => issueLoginToken(db, person.id, server.clock.now())
    const byToken = async (factorCode?: string, by?: string) =>
      server.nobody.call('account.autoLogin', { token: by ?? (await token()), ...(factorCode && { factorCode }) })
    const before = await byToken()
    expect(before.data.mustSetUpFactor).toBe(true)
    const client = new TestClient(server.url, before.data.token)
    expect(factsOf(await client.call('site.page', {}))).toMatchObject({ kind: 'mustSetUpFactor' })
    expect((await client.ok('security.secondFactor', {})).asksPassword, 'nobody knows one here').toBe(false)
    const { secret } = await client.ok('security.beginSecondFactor', {})
    await client.ok('security.confirmSecondFactor', { factorCode: shown(server, secret) })
    server.clock.advance(STEP_MS)
    const one = await token()
    const first = await byToken(undefined, one)
    expect(first).toMatchObject({ status: 403, msg: NEEDED })
    expect(factsOf(first)).toEqual({ kind: 'codeNeeded', imageCodeKey: '', imageCodeValue: '' })
    expect((await byToken('000000', one)).status).toBe(400)
    expect((await byToken(shown(server, secret), one)).status, 'the token was not used up').toBe(200)
    expect((await byToken(shown(server, secret, 1), one)).status, 'now it is').toBe(401)
  })
  it('is a rule of the group itself', async () => {
    const server = await start()
    const group = await groupOf(server.deps.db, 'editor')
    const below = await buildGroup(server.deps.db, { parentId: group })
    const person = await aPerson(server, below)
    await demanded(server, group)
    expect((await person.client.call('account.current', {})).data.mustSetUpFactor).toBe(false)
  })
})

onBothDatabases('an administrator and the second factor of others', (_server, start) => {
  it('sees who has one and resets it; the sessions end, and the password alone signs in again', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { recoveryCodes } = await setUp(server, person)
    const admin = await server.as('admin')
    const { id, username } = person
    const listed = async () => (await admin.ok('account.page', { key: username })).content[0]?.hasSecondFactor
    expect(await listed()).toBe(true)
    for (let wrong = 0; wrong < 5; wrong += 1) await logIn(server, username, PASSWORD, { factorCode: '000000' })
    expect(await admin.call('account.resetSecondFactor', { id })).toMatchObject({ msg: '两步验证已重置' })
    expect(await listed()).toBe(false)
    expect((await person.client.call('account.current', {})).status).toBe(401)
    expect((await logIn(server, username, PASSWORD)).status).toBe(200)
    await aPerson(server)
    expect(await admin.call('account.resetSecondFactor', { id })).toMatchObject({ msg: '该账号未开启两步验证' })
    const { db } = server.deps
    const left = await db.selectFrom('recovery_code').selectAll().where('accountId', '=', id).execute()
    expect([left, recoveryCodes.length]).toEqual([[], 10])
    const line = db
      .selectFrom('operation_log')
      .select(['title', 'username'])
      .where('operation', 'like', '%resetSecond%')
    expect(await line.executeTakeFirst()).toEqual({ title: '重置账号的两步验证', username: 'admin' })
  })
  it('does not reset his own, nor of a group above his', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { id } = await db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
    expect(await admin.call('account.resetSecondFactor', { id })).toMatchObject({ status: 400 })
    const editor = await server.as('editor')
    expect((await editor.call('account.resetSecondFactor', { id })).status).toBe(403)
  })
  it('keeps it when he resets the password', async () => {
    const server = await start()
    const person = await aPerson(server)
    const { secret } = await setUp(server, person)
    const { password } = await (await server.as('admin')).ok('account.resetPassword', { id: person.id })
    expect((await logIn(server, person.username, password)).msg).toBe(NEEDED)
    const answer = await logIn(server, person.username, password, { factorCode: shown(server, secret) })
    expect(answer.data).toMatchObject({ mustChangePassword: true })
  })
})
