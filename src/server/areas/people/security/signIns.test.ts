import { expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { DEMO_PASSWORD } from '#tests/integration/server/harness/server.ts'
import { logIn } from '#tests/integration/server/harness/signIn.ts'
import { pruneLog } from './signInLog.ts'

const DAY = 24 * 3_600_000

onBothDatabases('the log of sign-ins', (_server, start) => {
  it('is found by account, address, result and day, and leaves as a sheet', async () => {
    const server = await start()
    await logIn(server, 'editor', DEMO_PASSWORD)
    await logIn(server, 'editor', 'wrong!')
    await logIn(server, '没有的人', 'wrong!')
    const admin = await server.as('admin')
    const lines = async (wanted: object) =>
      (await admin.ok('security.signInLog', wanted)).content.map(({ username, ok, way }) => `${username} ${way} ${ok}`)
    expect(await lines({})).toEqual([
      'admin token true',
      '没有的人 password false',
      'editor password false',
      'editor password true',
    ])
    expect(await lines({ key: 'EDIT', result: 'refused' })).toEqual(['editor password false'])
    expect(await lines({ key: '127.0', result: 'ok', size: 1 })).toEqual(['admin token true'])
    const today = (await admin.ok('security.signInLog', { size: 1 })).content[0]?.createDate.slice(0, 10) ?? ''
    expect(await lines({ from: today, to: today })).toHaveLength(4)
    expect(await lines({ to: '2000-01-01' })).toEqual([])
    expect((await admin.call('security.signInLog', { from: '1.1.2026' })).msg).toBe(
      '日期格式应为 yyyy-MM-dd，例如 2026-01-31',
    )
    const address = await admin.ok('security.signInLogSheet', { key: 'editor' })
    const sheet = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    expect(sheet.map((row) => row.slice(1, 6))).toEqual([
      ['账号', '方式', '结果', '说明', 'IP'],
      ['editor', '密码登录', '成功', '登录成功', '127.0.0.1'],
      ['editor', '密码登录', '拒绝', '用户名或密码不正确', '127.0.0.1'],
    ])
    const kept = server.deps.db
      .selectFrom('operation_log')
      .select('title')
      .where('operation', '=', 'security.signInLogSheet')
    expect(await kept.execute()).toEqual([{ title: '导出登录日志' }])
  })
  it('shows administrators of a group the accounts of that group alone', async () => {
    const server = await start()
    const grant = (...settings: number[]) =>
      grantExactly(server.deps.db, 'editor', [{ siteId: 0, menuId: MENU.account, settings }])
    await grant()
    await logIn(server, 'designer', DEMO_PASSWORD)
    await logIn(server, 'nobody-has-this', 'wrong!')
    const editor = await server.as('editor')
    const { content } = await editor.ok('security.signInLog', {})
    expect(content.map(({ username }) => username)).toEqual(['editor'])
    expect((await editor.call('security.signInLogSheet', {})).status).toBe(403)
    await grant(PERMISSION.exportSheet)
    const sheet = await fetch(await editor.ok('security.signInLogSheet', {}))
    expect(await rowsIn(new Uint8Array(await sheet.arrayBuffer()))).toHaveLength(2)
  })
  it('is kept as long as the rules say', async () => {
    const server = await start()
    await logIn(server, 'editor', 'wrong!')
    const count = async () => (await server.deps.db.selectFrom('sign_in_log').select('id').execute()).length
    server.clock.advance(179 * DAY)
    await pruneLog(server.deps)
    expect(await count()).toBe(1)
    server.clock.advance(2 * DAY)
    await pruneLog(server.deps)
    expect(await count()).toBe(0)
    const admin = await server.as('admin')
    await admin.ok('security.saveSettings', { logDays: 30, version: 0 })
    server.clock.advance(31 * DAY)
    await pruneLog(server.deps)
    expect(await count()).toBe(0)
  })
})

onBothDatabases('one’s own sessions', (server) => {
  it('are seen and ended by oneself, and by nobody else', async () => {
    const sign = async (username: string) =>
      new TestClient(server().url, (await logIn(server(), username, DEMO_PASSWORD)).data.token)
    const [here, there, third] = [await sign('editor'), await sign('editor'), await sign('editor')]
    const other = await sign('designer')
    const rows = await here.ok('security.ownSessions', {})
    expect(rows.map(({ current }) => current)).toEqual([true, false, false])
    expect(JSON.stringify(rows)).not.toContain(here.token ?? '')
    const hashes = await server().deps.db.selectFrom('session').select('tokenHash').execute()
    for (const { tokenHash } of hashes) expect(JSON.stringify(rows)).not.toContain(tokenHash)
    const id = (await there.ok('security.ownSessions', {}))[0]?.id ?? ''
    expect((await other.call('security.endOwnSessions', { id })).status).toBe(404)
    expect(await there.call('security.endOwnSessions', { id })).toMatchObject({
      status: 400,
      msg: '这是您正在使用的登录，请使用“退出登录”',
    })
    expect(await here.call('security.endOwnSessions', { id })).toMatchObject({ msg: '已退出该登录' })
    expect((await there.call('account.current', {})).status).toBe(401)
    expect((await third.call('account.current', {})).status).toBe(200)
    expect(await here.call('security.endOwnSessions', {})).toMatchObject({
      msg: '已退出其他 1 处登录',
      data: { ended: 1 },
    })
    expect((await third.call('account.current', {})).status).toBe(401)
    expect(await here.call('security.endOwnSessions', {})).toMatchObject({ msg: '没有其他登录' })
    expect((await other.call('account.current', {})).status).toBe(200)
  })
  it('are seen by an account whose role grants nothing, too', async () => {
    expect(await (await server().as('guest')).ok('security.ownSessions', {})).toMatchObject([
      { way: 'token', current: true },
    ])
  })
  it('are gone with the account', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const own = new TestClient(server().url, (await logIn(server(), 'designer', DEMO_PASSWORD)).data.token)
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'designer')
      .executeTakeFirstOrThrow()
    const { id: heirId } = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    expect(await groupOf(db, 'designer')).toBeGreaterThan(0)
    await admin.ok('account.deleteByIdList', { idList: [id], heirId })
    expect((await own.call('security.ownSessions', {})).status).toBe(401)
    expect((await own.call('security.endOwnSessions', {})).status).toBe(401)
    expect(await db.selectFrom('session').select('tokenHash').where('accountId', '=', id).execute()).toEqual([])
  })
})
