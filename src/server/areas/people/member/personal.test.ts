import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { removeExpired } from '#server/areas/site/recycle/repo.ts'
import { buildMember } from '#tests/builders/member.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { encrypted } from '#tests/integration/server/harness/signIn.ts'

const form = {
  siteId: 1,
  userName: 'Zhang San 138',
  phone: '13812345678',
  email: 'zhang.san@example.com',
  name: '张三丰',
  nickName: '三丰',
  birthday: '1990-02-28',
  headSculpture: '/files/avatar.png',
}
const PERSONAL = ['Zhang San 138', '13812345678', 'zhang.san@example.com', '张三丰', '三丰', '1990-02-28', 'avatar.png']

onBothDatabases('the data of one person', (server) => {
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    await db.deleteFrom('member_group').execute()
    await db.deleteFrom('operation_log').execute()
  })
  const logged = () =>
    server()
      .deps.db.selectFrom('operation_log')
      .select(['operation', 'username', 'input', 'msg'])
      .orderBy('id')
      .execute()
  const build = async () => {
    const admin = await server().as('admin')
    const group = await admin.ok('memberGroup.save', { siteId: 1, name: '订阅' })
    const password = await encrypted(server(), 'secret')
    const { id } = await admin.ok('member.save', { ...form, password, groupList: [group.id] })
    return { admin, id }
  }

  it('goes out whole as a sheet, without the password, and that is logged', async () => {
    const { admin, id } = await build()
    const address = await admin.ok('member.personalData', { id })
    const rows = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    const facts = Object.fromEntries(rows.slice(1).map(([what, value]) => [String(what), String(value)]))
    expect(facts).toMatchObject({
      会员编号: String(id),
      账号: 'Zhang San 138',
      姓名: '张三丰',
      昵称: '三丰',
      手机号: '13812345678',
      邮箱: 'zhang.san@example.com',
      性别: '男',
      生日: '1990-02-28',
      会员组: '订阅',
      状态: '正常',
      密码: '已设置（加密保存，不能导出）',
    })
    expect(facts['头像']).toMatch(/^http.*\/files\/avatar\.png$/)
    expect(JSON.stringify(rows)).not.toMatch(/argon2|secret/)
    expect((await logged()).at(-1)).toMatchObject({
      operation: 'member.personalData',
      username: 'admin',
      input: JSON.stringify({ id }),
    })
  })
  it('is erased for ever: nothing of it is left in any table, and nobody brings it back', async () => {
    const { admin, id } = await build()
    await admin.ok('member.save', { ...form, id, userName: 'Zhang San 138', name: '张三丰' })
    expect(await admin.call('member.save', { ...form, userName: 'zhang san 138', password: 'x' })).toMatchObject({
      status: 400,
    })
    expect(await admin.call('member.erase', { id })).toMatchObject({ msg: '已抹除个人数据' })
    const { db } = server().deps
    const tables = ['member', 'member_secret', 'member_in_group', 'operation_log'] as const
    const all = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
    for (const said of PERSONAL) expect(all, said).not.toContain(said)
    expect(all).not.toContain('argon2')
    expect(await admin.ok('member.findById', { id })).toMatchObject({
      id,
      siteId: 1,
      userName: `已注销会员${id}`,
      isErased: true,
      isEnable: false,
      hasPassword: false,
      grouplist: [],
    })
    const again = '该会员的个人数据已被抹除'
    expect((await admin.call('member.erase', { id })).msg).toContain(again)
    expect((await admin.call('member.save', { ...form, id })).msg).toContain(again)
    expect((await admin.call('member.enableOrDisable', { id, isEnable: true })).msg).toContain(again)
    expect((await logged()).map(({ operation }) => operation)).toContain('member.erase')
    // The name is free again, and the empty row can be deleted.
    await admin.ok('member.save', { ...form, password: await encrypted(server(), 'secret') })
    await admin.ok('member.deleteByIdList', [id])
  })
  it('includes the avatar: the picture goes with an erased or deleted member, unless something else shows it', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const avatarOf = async (name: string) => {
      const { data } = await upload(admin, { name, content: randomBytes(64) })
      return admin.ok('upload.register', { realName: name, accessPath: data.accessPath })
    }
    const [one, two, shared] = [await avatarOf('一.zip'), await avatarOf('二.zip'), await avatarOf('共用.zip')]
    const member = (userName: string, headSculpture: string) => buildMember(db, { userName, headSculpture })
    const [erased, removed] = [await member('one', one.accessPath), await member('two', two.accessPath)]
    const [first, second] = [await member('first', shared.accessPath), await member('second', shared.accessPath)]
    expect(await admin.ok('attachment.usage', { ids: [one.id] })).toMatchObject([
      { where: 'member', id: erased, title: `编号 ${erased}`, siteId: 1 },
    ])
    expect((await admin.call('attachment.remove', [one.id])).msg).toContain(`正在被会员“编号 ${erased}”使用`)
    await admin.ok('member.erase', { id: erased })
    await admin.ok('member.deleteByIdList', [removed])
    await admin.ok('member.erase', { id: first })
    const left = await db.selectFrom('attachment').select('id').where('id', 'in', [one.id, two.id, shared.id]).execute()
    expect(left).toEqual([{ id: shared.id }])
    expect((await admin.ok('member.findById', { id: second })).headSculpture).toBe(shared.accessPath)
  })
  it('stands in no line of the operation log, also when a save is refused', async () => {
    const { admin, id } = await build()
    await buildMember(server().deps.db, { userName: 'taken' })
    expect((await admin.call('member.save', { ...form, id, userName: 'TAKEN' })).status).toBe(409)
    const text = JSON.stringify(await logged())
    expect(text).toContain('member.save')
    for (const said of [...PERSONAL, 'TAKEN']) expect(text, said).not.toContain(said)
  })
  it('goes with its site, when that is removed for ever', async () => {
    const { deps } = server()
    const admin = await server().as('admin')
    const siteId = await buildSite(deps.db)
    const id = await buildMember(deps.db, { siteId })
    await admin.ok('memberGroup.save', { siteId, name: '组' })
    await admin.ok('memberLevel.save', { siteId, name: '级', startValue: 0, endValue: 1 })
    await admin.ok('site.deleteByIdList', [siteId])
    expect((await admin.ok('member.page', {})).content.map((each) => each.id)).not.toContain(id)
    await deps.db.updateTable('site').set({ deleteTime: 1 }).where('id', '=', siteId).execute()
    await removeExpired(deps)
    for (const table of ['member', 'member_group', 'member_level'] as const)
      expect(await deps.db.selectFrom(table).select('id').where('siteId', '=', siteId).execute(), table).toEqual([])
  })
})
