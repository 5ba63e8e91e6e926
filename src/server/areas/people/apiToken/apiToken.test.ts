import { describe, expect, it } from 'vitest'
import { type ApiName, apiNames, type InputOf, operations } from '#shared/contract/registry.ts'
import { TOKEN_SCOPES } from '#shared/domain/tokenScopes.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { buildAccount, groupOf } from '#tests/builders/account.ts'
import { columnsOf, grantExactly } from '#tests/builders/column.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { DEMO_PASSWORD, type TestServer } from '#tests/integration/server/harness/server.ts'
import { logIn } from '#tests/integration/server/harness/signIn.ts'

type Form = Partial<InputOf<'apiToken.create'>>
const ALL = TOKEN_SCOPES.map(({ key }) => key)
const CODES = [PERMISSION.add, PERMISSION.edit, PERMISSION.remove, PERMISSION.publish]
const HOLDS_TOKENS = { siteId: 0, menuId: MENU.apiToken }

/** Makes a token of the client's account; answers a program that uses it. */
async function program(server: TestServer, owner: TestClient, form: Form = {}) {
  const expireDate = formatDateTime(server.clock.now().getTime() + DAY_MS)
  const { id, token } = await owner.ok('apiToken.create', { name: '同步程序', scopes: ALL, expireDate, ...form })
  return { id, token, client: new TestClient(server.url, `Bearer ${token}`) }
}

/** Two columns of site 1 and one of site 2 that hold lists. */
async function places(admin: TestClient) {
  const ofSite = async (siteId: number) => (await columnsOf(admin, siteId)).filter(({ menuType }) => menuType === 1)
  const [one, two] = await ofSite(1)
  const [other] = await ofSite(2)
  if (!one || !two || !other) throw new Error('the seed lacks columns')
  return { one: one.id, two: two.id, other: other.id }
}
const state = async (client: TestClient, classId: number) =>
  (await client.call('content.page', { classId, page: 1, size: 1 })).status
/** A list that is asked for through proxies, as they say it. */
const asked = (ip: string) => ({
  method: operations['site.page'].method,
  body: operations['site.page'].method === 'GET' ? undefined : {},
  headers: { 'x-forwarded-for': ip },
})
const refusedWhy = async (owner: TestClient) => (await owner.ok('apiToken.page', {})).content[0]?.refusedWhy

describe('the scopes of API tokens', () => {
  const named = apiNames.filter((name) => 'scopes' in operations[name])
  it('stand at no call that answers secrets or changes tokens', () => {
    expect(named.filter((name) => 'hostOnly' in operations[name])).toEqual([])
    expect(
      named.filter((name) => /^(apiToken|account|role|security|webhook|contentSchedule|copyRule)\./.test(name)),
    ).toEqual([])
  })
})

onBothDatabases('an API token', (_server, start) => {
  it('is shown once, stored hashed, and does what its owner may, in his name', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { one } = await places(admin)
    const { token, client } = await program(server, admin)
    expect(token).toMatch(/^sct\.[\w-]{43}$/)
    const kept = await server.deps.db.selectFrom('api_token').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(token.slice(4, 20))
    expect(await state(client, one)).toBe(200)
    const saved = await client.ok('content.save', {
      classId: one,
      fieldList: [{ fieldName: 'title', fieldValue: '由程序写入' }],
    })
    const [listed] = (await admin.ok('apiToken.page', {})).content
    expect(listed).toMatchObject({ name: '同步程序', owner: 'admin', state: 'active', lastIp: '127.0.0.1' })
    expect(listed?.lastUseDate).not.toBe('')
    expect(JSON.stringify(listed)).not.toContain(token)
    const line = server.deps.db.selectFrom('operation_log').selectAll().where('operation', '=', 'content.save')
    expect(await line.executeTakeFirstOrThrow()).toMatchObject({
      username: 'admin',
      title: expect.stringContaining('（API 令牌：同步程序）'),
      code: 200,
    })
    expect(saved.id).toBeGreaterThan(0)
    const making = server.deps.db.selectFrom('operation_log').selectAll().where('operation', '=', 'apiToken.create')
    expect(JSON.stringify(await making.execute())).not.toContain(token)
  })

  it('makes only the calls that it was given, never those that manage tokens and accounts', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { one } = await places(admin)
    const { id, client } = await program(server, admin)
    const expireDate = formatDateTime(server.clock.now().getTime() + DAY_MS)
    for (const [name, input] of [
      ['apiToken.page', {}],
      ['apiToken.create', { name: '又一个', scopes: ALL, expireDate }],
      ['apiToken.revoke', { id }],
      ['account.page', { page: 1, size: 10 }],
      ['account.current', {}],
      ['security.settings', {}],
      ['log.page', {}],
      ['site.copy', { id: 1 }],
      ['contentSchedule.plan', {}],
      ['copyRule.run', { id: 1 }],
    ] satisfies [ApiName, unknown][])
      expect(await client.call(name, input), name).toMatchObject({
        status: 403,
        msg: expect.stringMatching(/^API 令牌“同步程序”没有“.+”的权限$/),
      })
    const refused = server.deps.db.selectFrom('operation_log').select('title').where('operation', '=', 'site.copy')
    expect(await refused.execute()).toEqual([{ title: expect.stringContaining('（API 令牌：同步程序）') }])
    const reader = (await program(server, admin, { scopes: ['content.read'] })).client
    expect(await state(reader, one)).toBe(200)
    expect((await reader.call('content.save', { classId: one, fieldList: [] })).status).toBe(403)
  })

  it('of a super administrator has its sites and columns and no others, and publishes only when it may', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { one, two, other } = await places(admin)
    const ofSite = (await program(server, admin, { siteIds: [1] })).client
    expect([await state(ofSite, one), await state(ofSite, two), await state(ofSite, other)]).toEqual([200, 200, 403])
    expect((await ofSite.ok('site.page', { page: 1, size: 100 })).content.map(({ id }) => id)).toEqual([1])
    expect((await ofSite.call('statics.buildHTML', { siteId: 2, menuIds: [other] })).status).toBe(403)
    const ofColumn = (await program(server, admin, { siteIds: [1], columnIds: [one] })).client
    expect([await state(ofColumn, one), await state(ofColumn, two), await state(ofColumn, other)]).toEqual([
      200, 403, 403,
    ])
    const writer = (await program(server, admin, { scopes: ['content.read', 'content.write'] })).client
    const form = { classId: one, fieldList: [{ fieldName: 'title', fieldValue: '草稿' }] }
    expect((await writer.call('content.save', { ...form, isStatus: true })).status).toBe(403)
    const { id } = await writer.ok('content.save', form)
    expect((await writer.call('content.publish', { classId: one, idList: [id] })).status).toBe(403)
    const publisher = (await program(server, admin, { scopes: ['content.write', 'content.publish'] })).client
    const [shown] = (await admin.ok('content.page', { classId: one, page: 1, size: 1 })).content
    const ofShown = { classId: one, idList: [shown?.id ?? 0] }
    expect((await writer.call('content.unpublish', ofShown)).status).toBe(403)
    expect((await publisher.call('content.unpublish', ofShown)).status).toBe(200)
    expect((await publisher.call('content.deleteByIdList', { classId: one, idList: [id] })).status).toBe(403)
  })

  it('loses what is taken from its owner, at the next call', async () => {
    const server = await start()
    const { db } = server.deps
    const { one, two } = await places(await server.as('admin'))
    const grant = (menuId: number) => ({ siteId: 1, menuId, settings: CODES })
    await grantExactly(db, 'editor', [HOLDS_TOKENS, grant(one), grant(two)])
    const editor = await server.as('editor')
    const { client } = await program(server, editor)
    const form = (isStatus: boolean) => ({
      classId: one,
      isStatus,
      fieldList: [{ fieldName: 'title', fieldValue: '甲' }],
    })
    expect([await state(client, one), await state(client, two)]).toEqual([200, 200])
    expect((await client.call('content.save', form(false))).status).toBe(200)
    await grantExactly(db, 'editor', [HOLDS_TOKENS, { siteId: 1, menuId: one }])
    expect([await state(client, one), await state(client, two)]).toEqual([200, 403])
    expect((await client.call('content.save', form(false))).status).toBe(403)
    await grantExactly(db, 'editor', [grant(one)])
    expect(await state(client, one), 'may hold no tokens any more').toBe(401)
  })

  it('can’t be given more than its owner has', async () => {
    const server = await start()
    const { one, other } = await places(await server.as('admin'))
    await grantExactly(server.deps.db, 'editor', [HOLDS_TOKENS, { siteId: 1, menuId: one }])
    const editor = await server.as('editor')
    const expireDate = formatDateTime(server.clock.now().getTime() + DAY_MS)
    const ask = async (form: object) => {
      const answer = await editor.call('apiToken.create', { name: '甲', scopes: ['content.read'], expireDate, ...form })
      return `${answer.status} ${answer.msg}`
    }
    expect(await ask({ siteIds: [2] })).toBe('403 您没有该站点的权限')
    expect(await ask({ columnIds: [other] })).toMatch(/^403 /)
    expect(await ask({ scopes: ['account.write'] })).toBe('400 请选择列表中的接口')
    expect(await ask({ addresses: ['10.0.0.0/99'] })).toMatch(/^400 请填写 IP 或 IP 段/)
    expect(await ask({ expireDate: '2001-01-01 00:00:00' })).toMatch(/^400 失效时间已过/)
    expect(await ask({ expireDate: '2099-01-01 00:00:00' })).toMatch(/^400 失效时间不能晚于 730 天后/)
    const all = (await program(server, editor)).client
    expect([await state(all, one), await state(all, other)]).toEqual([200, 403])
  })

  it('ends with its date, its revoking, its account, and while its owner has to change his password', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { one } = await places(admin)
    const roleId = await groupOf(db, 'editor')
    await grantExactly(db, 'editor', [HOLDS_TOKENS, { siteId: 1, menuId: one }])
    const editor = await server.as('editor')
    const { id, client } = await program(server, editor)
    expect(await state(client, one)).toBe(200)
    server.clock.advance(DAY_MS + 1000)
    expect(await state(client, one)).toBe(401)
    const again = await server.as('editor')
    expect(await refusedWhy(again)).toBe('已过期')

    const second = await program(server, again)
    expect(await state(second.client, one)).toBe(200)
    const stranger = await server.as('designer')
    await grantExactly(db, 'designer', [HOLDS_TOKENS])
    expect((await stranger.call('apiToken.revoke', { id: second.id })).status, 'of somebody else').toBe(404)
    expect((await stranger.ok('apiToken.page', {})).content).toEqual([])
    await (await server.as('admin')).ok('apiToken.revoke', { id: second.id })
    expect(await state(second.client, one)).toBe(401)
    expect(await refusedWhy(again)).toBe('已吊销')

    const third = await program(server, again)
    const owner = db.updateTable('account').where('username', '=', 'editor')
    await owner.set({ mustChangePassword: 1 }).execute()
    expect(await state(third.client, one)).toBe(403)
    await owner.set({ mustChangePassword: 0, isStatus: 0 }).execute()
    expect(await state(third.client, one), 'disabled').toBe(401)
    await owner.set({ isStatus: 1 }).execute()
    expect(await state(third.client, one)).toBe(200)

    const leaving = await buildAccount(db, { roleId })
    await db.updateTable('api_token').set({ accountId: leaving }).where('id', '=', third.id).execute()
    expect(await state(third.client, one)).toBe(200)
    await (await server.as('admin')).ok('account.deleteByIdList', [leaving])
    expect(await state(third.client, one), 'deleted').toBe(401)
    expect(await db.selectFrom('api_token').select('id').where('id', '=', third.id).execute()).toEqual([])
    expect(id).toBeGreaterThan(0)
  })

  it('ends at once when an administrator disables or deletes its owner, and is back with him', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { one } = await places(admin)
    const roleId = await groupOf(db, 'editor')
    await grantExactly(db, 'editor', [HOLDS_TOKENS, { siteId: 1, menuId: one }])
    const { client, id } = await program(server, await server.as('editor'))
    const owner = await buildAccount(db, { roleId })
    await db.updateTable('api_token').set({ accountId: owner }).where('id', '=', id).execute()
    const statuses = [await state(client, one)]
    for (const isStatus of [false, true]) {
      await admin.ok('account.updateStatus', { idList: [owner], isStatus })
      statuses.push(await state(client, one))
    }
    await admin.ok('account.deleteByIdList', [owner])
    statuses.push(await state(client, one))
    expect(statuses).toEqual([200, 401, 200, 401])
  })

  it('goes on while its owner’s password is too old or guessed at: neither says that he may not', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { one } = await places(admin)
    await grantExactly(db, 'editor', [HOLDS_TOKENS, { siteId: 1, menuId: one }])
    const expireDate = formatDateTime(server.clock.now().getTime() + 90 * DAY_MS)
    const { client } = await program(server, await server.as('editor'), { expireDate })
    const { changedBy: _by, changedAt: _at, ...rules } = await admin.ok('security.settings', {})
    await admin.ok('security.saveSettings', { ...rules, maxAgeDays: 30 })
    server.clock.advance(31 * DAY_MS)
    const answer = await logIn(server, 'editor', DEMO_PASSWORD)
    expect(answer.data.mustChangePassword).toBe(true)
    expect(await state(client, one)).toBe(200)
    for (let tries = 0; tries < 5; tries += 1) await logIn(server, 'editor', 'wrong password')
    expect((await logIn(server, 'editor', DEMO_PASSWORD)).code).toBe(423)
    expect(await state(client, one)).toBe(200)
    // A password that an administrator set is one that somebody else knows.
    const reset = db.selectFrom('account').select('id').where('username', '=', 'editor')
    await (await server.as('admin')).ok('account.resetPassword', { id: (await reset.executeTakeFirstOrThrow()).id })
    expect(await state(client, one)).toBe(403)
  })

  it('is used from its addresses alone, whatever a header says', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { one } = await places(admin)
    const { token, client } = await program(server, admin, { addresses: ['203.0.113.0/24'] })
    const from = (url: string, ip: string) => new TestClient(url, token).send(operations['site.page'].path, asked(ip))
    expect(await state(client, one)).toBe(401)
    expect((await from(server.url, '203.0.113.9')).status, 'a header that anybody can send').toBe(401)
    expect(await refusedWhy(admin)).toBe('不在允许的地址中')
    const proxied = await start({ trustedProxies: ['127.0.0.1'] })
    const own = await program(proxied, await proxied.as('admin'), { addresses: ['203.0.113.0/24'] })
    const through = (ip: string) => own.client.send(operations['site.page'].path, asked(ip))
    expect((await through('203.0.113.9')).status).toBe(200)
    expect((await through('198.51.100.1')).status).toBe(401)
    expect((await through('203.0.113.9, 198.51.100.1')).status, 'what the proxy itself was told').toBe(401)
  })

  it('starts a build of its site, and no job that would work with all rights of its owner', async () => {
    const server = await start({ runsJobs: false })
    const admin = await server.as('admin')
    const { client } = await program(server, admin, { siteIds: [1] })
    const columns = await columnsOf(admin, 1)
    const { jobId } = await client.ok('statics.buildHTML', { siteId: 1, menuIds: columns.map(({ id }) => id) })
    expect(jobId).toBeGreaterThan(0)
  })
})
