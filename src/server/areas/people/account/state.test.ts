import { expect, it } from 'vitest'
import { PRODUCT_STATUS } from '#shared/domain/productStatus.ts'
import { buildAccount, groupOf } from '#tests/builders/account.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn } from '#tests/integration/server/harness/signIn.ts'
import { issueLoginToken } from './signIn/loginTokens.ts'

let made = 0
const PASSWORD = 'First-Pass1'

/** A form that saves; what isn't given is plausible and unique. */
async function aForm(server: TestServer, given: { roleIdList: number[] } & Record<string, unknown>) {
  made += 1
  return {
    userName: `staff${made}`,
    trueName: `员工${made}`,
    employeeNumber: `E${made}`,
    phone: '13800000000',
    email: `staff${made}@example.com`,
    password: await encrypted(server, PASSWORD),
    ...given,
  }
}

const idOf = async ({ deps: { db } }: TestServer, username: string): Promise<number> =>
  (await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id

async function clientOf(server: TestServer, accountId: number): Promise<TestClient> {
  const token = await issueLoginToken(server.deps.db, accountId, server.clock.now())
  return new TestClient(server.url, (await server.nobody.ok('account.autoLogin', { token })).token)
}

onBothDatabases('what an administrator does to an account', (server) => {
  it('disables and enables it; its sessions end at once', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id, userName } = await admin.ok(
      'account.save',
      await aForm(server(), { roleIdList: [await groupOf(db, 'editor')] }),
    )
    const own = await clientOf(server(), id)
    expect(await admin.call('account.updateStatus', { idList: [id], isStatus: false })).toMatchObject({ msg: '已停用' })
    expect((await own.call('account.current', {})).status).toBe(401)
    expect(await logIn(server(), userName, PASSWORD)).toMatchObject({ status: 403, msg: '账号已停用，请联系管理员' })
    expect(await admin.call('account.updateStatus', { idList: [id], isStatus: true })).toMatchObject({ msg: '已启用' })
    expect((await logIn(server(), userName, PASSWORD)).code).toBe(200)
    expect((await own.call('account.current', {})).status).toBe(401)
  })
  it('unlocks one that failed too often', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id, userName } = await admin.ok(
      'account.save',
      await aForm(server(), { roleIdList: [await groupOf(db, 'editor')] }),
    )
    for (let failures = 0; failures < 5; failures += 1) await logIn(server(), userName, 'wrong!')
    expect((await logIn(server(), userName, PASSWORD)).status).toBe(423)
    expect((await admin.ok('account.page', { key: userName })).content).toMatchObject([{ isLocked: true }])
    expect(await admin.call('account.unlock', { id })).toMatchObject({ msg: '已解除锁定' })
    expect((await admin.ok('account.findById', { id })).isLocked).toBe(false)
    expect((await logIn(server(), userName, PASSWORD)).code).toBe(200)
  })
  it('signs it out everywhere', async () => {
    const admin = await server().as('admin')
    const id = await buildAccount(server().deps.db, { roleId: await groupOf(server().deps.db, 'editor') })
    const [one, two] = [await clientOf(server(), id), await clientOf(server(), id)]
    expect(await admin.call('account.signOutEverywhere', { id })).toMatchObject({
      msg: '已退出 2 处登录',
      data: { ended: 2 },
    })
    for (const client of [one, two]) expect((await client.call('account.current', {})).status).toBe(401)
    expect(await admin.call('account.signOutEverywhere', { id })).toMatchObject({ msg: '该账号未登录' })
    await admin.ok('account.signOutEverywhere', { id: await idOf(server(), 'admin') })
    expect((await admin.call('account.current', {})).status, 'one’s own session stays').toBe(200)
  })
  it('resets its password to one that must be changed before anything else', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id, userName } = await admin.ok(
      'account.save',
      await aForm(server(), { roleIdList: [await groupOf(db, 'admin')] }),
    )
    const before = await clientOf(server(), id)
    const { password } = await admin.ok('account.resetPassword', { id })
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#%*_=+?-]).{14}$/)
    expect((await before.call('account.current', {})).status).toBe(401)
    expect((await logIn(server(), userName, PASSWORD)).status).toBe(400)
    const { data } = await logIn(server(), userName, password)
    expect(data.mustChangePassword).toBe(true)
    const own = new TestClient(server().url, data.token)
    expect(await own.ok('account.current', {})).toMatchObject({ mustChangePassword: true })
    const refused = {
      status: 403,
      msg: '您的密码由管理员设置，请先修改密码，再继续操作',
      data: { facts: { mustChangePassword: true } },
    }
    expect(await own.call('site.page', {})).toMatchObject(refused)
    expect(await own.call('account.updateStatus', { idList: [id], isStatus: false })).toMatchObject(refused)
    let told: string[] = []
    const change = async (oldPassword: string, newPassword: string, again = newPassword) => {
      const [old, next, repeated] = await Promise.all(
        [oldPassword, newPassword, again].map((text) => encrypted(server(), text)),
      )
      const { status, msg, data } = await own.call('account.updatePassword', {
        oldPassword: old,
        newPassword: next,
        reNewPassword: repeated,
      })
      told = ((data as unknown as { issues?: { field: string }[] } | null)?.issues ?? []).map(({ field }) => field)
      return `${status} ${msg}`
    }
    expect(await change('wrong', 'New-Pass1')).toBe('400 旧密码不正确')
    expect(told).toEqual(['oldPassword'])
    expect(await change(password, 'New-Pass1', 'other')).toBe('400 两次输入密码不一致!')
    expect(await change(password, password)).toBe('400 新密码不能和旧密码相同，请换一个密码')
    expect(told).toEqual(['newPassword'])
    const elsewhere = (await logIn(server(), userName, password)).data.token
    expect(await change(password, 'New-Pass1')).toBe('200 更新成功')
    expect((await own.call('site.page', {})).status).toBe(200)
    expect((await new TestClient(server().url, elsewhere).call('account.current', {})).status).toBe(401)
    expect((await logIn(server(), userName, 'New-Pass1')).data).toMatchObject({ mustChangePassword: false })
    for (let wrong = 0; wrong < 5; wrong += 1) await change('guess', 'x')
    expect(await change('New-Pass1', 'Other-1')).toMatch(/^423 登录失败次数过多/)
    const lines = await db
      .selectFrom('operation_log')
      .select('input')
      .where('operation', '=', 'account.resetPassword')
      .execute()
    expect(JSON.stringify(lines)).not.toContain(password)
  })
  it('deletes it; what its token asks for afterwards is refused [C-289]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const roleId = await groupOf(db, 'admin')
    const [one, two] = [await buildAccount(db, { roleId }), await buildAccount(db, { roleId })]
    const own = await clientOf(server(), one)
    expect(await admin.call('account.deleteByIdList', [{ id: one }, { id: 900_001 }])).toMatchObject({ status: 404 })
    expect((await own.call('site.page', {})).status).toBe(200)
    expect(await admin.call('account.deleteByIdList', [{ id: one }, { id: two }])).toMatchObject({ msg: '删除成功' })
    expect((await own.call('site.page', {})).status).toBe(401)
    expect((await admin.call('account.findById', { id: one })).status).toBe(404)
    expect(await admin.call('account.deleteByIdList', [])).toMatchObject({ status: 400, msg: '请选择数据！' })
  })
  it('transfers the open work to the chosen account, and refuses to delete an account without a successor', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const leaving = await idOf(server(), 'editor')
    const heir = await idOf(server(), 'designer')
    const mine = db.selectFrom('content').where('isRecycled', '=', 0)
    const entries = await mine.select(['id', 'isStatus']).orderBy('id').execute()
    const ids = entries.map(({ id }) => id)
    await db.updateTable('content').set({ createById: leaving, createBy: 'editor' }).where('id', 'in', ids).execute()
    const drafts = entries.slice(0, 2).map(({ id }) => id)
    await db.updateTable('content').set({ isStatus: 0 }).where('id', 'in', drafts).execute()
    await db.updateTable('content').set({ isStatus: 1 }).where('id', 'not in', drafts).execute()
    expect(await admin.ok('account.openWork', { idList: [leaving, heir] })).toEqual([
      { accountId: leaving, kind: '篇草稿', count: 2 },
    ])
    expect(await admin.call('account.deleteByIdList', [leaving])).toMatchObject({
      status: 409,
      msg: '账号“editor”还有 2 篇草稿，请选择接手人后再删除',
    })
    expect(await admin.call('account.deleteByIdList', { idList: [leaving], heirId: leaving })).toMatchObject({
      status: 400,
      msg: '接手人也在要删除的账号中，请选择其他人',
    })
    expect(await admin.call('account.deleteByIdList', { idList: [leaving], heirId: heir })).toMatchObject({
      status: 200,
    })
    const after = await mine.select(['id', 'createById', 'createBy']).where('id', 'in', drafts).execute()
    expect(after.map(({ createById, createBy }) => [createById, createBy])).toEqual([
      [heir, 'designer'],
      [heir, 'designer'],
    ])
    const published = await mine.select('createById').where('isStatus', '=', 1).execute()
    expect(published.length).toBeGreaterThan(0)
    expect(new Set(published.map(({ createById }) => createById))).toEqual(new Set([leaving]))
  })
  it('gives net values of no site on, and loses none where the heir has a product of that code', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const roleId = await groupOf(db, 'designer')
    const [leaving, heir] = [await buildAccount(db, { roleId }), await buildAccount(db, { roleId })]
    for (const [owner, codes] of [
      [leaving, ['F001', 'F002']],
      [heir, ['F002']],
    ] as const)
      for (const productCode of codes) {
        const title = { title: productCode, singleLine16: PRODUCT_STATUS.open, stopTime: '' }
        const product = { ...title, siteId: 0, accountId: owner, classId: 0, productCode }
        await db.insertInto('net_worth_product').values(product).execute()
      }
    const open = { accountId: leaving, kind: '个不属于站点的产品净值', count: 2 }
    expect(await admin.ok('account.openWork', { idList: [leaving] })).toEqual([open])
    expect((await admin.call('account.deleteByIdList', [leaving])).status).toBe(409)
    const { username } = await db
      .selectFrom('account')
      .select('username')
      .where('id', '=', leaving)
      .executeTakeFirstOrThrow()
    await admin.ok('account.deleteByIdList', { idList: [leaving], heirId: heir })
    const rows = db.selectFrom('net_worth_product').select(['accountId', 'productCode']).where('siteId', '=', 0)
    expect((await rows.orderBy('productCode').execute()).map((row) => `${row.accountId} ${row.productCode}`)).toEqual(
      ['F001', 'F002', `F002（${username}）`].map((code) => `${heir} ${code}`),
    )
  })
  it('gives the files of no site on, which nobody else would see', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const roleId = await groupOf(db, 'designer')
    const [leaving, heir] = [await buildAccount(db, { roleId }), await buildAccount(db, { roleId })]
    const content = zipOf([{ name: 'a.txt', content: 'a' }])
    const query = { register: '1', identifier: 'of no site' }
    await upload(await clientOf(server(), leaving), { name: 'own.zip', content, query })
    expect(await admin.ok('account.openWork', { idList: [leaving] })).toEqual([
      { accountId: leaving, kind: '个不属于站点的资源', count: 1 },
    ])
    await admin.ok('account.deleteByIdList', { idList: [leaving], heirId: heir })
    const { content: seen } = await (await clientOf(server(), heir)).ok('attachment.page', { key: 'own.zip' })
    expect(seen).toHaveLength(1)
  })
})
