import { verify } from '@node-rs/argon2'
import { beforeEach, expect, it } from 'vitest'
import type { InputOf } from '#shared/contract/registry.ts'
import { buildMember } from '#tests/builders/member.ts'
import { encrypted } from '#tests/integration/server/harness/signIn.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const form: InputOf<'member.save'> = {
  siteId: 1,
  userName: 'zhangsan',
  phone: '13812345678',
  email: 'zhang.san@example.com',
  name: '张三',
  headSculpture: '/files/a.png',
}

onBothDatabases('members', (server) => {
  let password = ''
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    await db.deleteFrom('member_level').execute()
    await db.deleteFrom('member_group').execute()
    password ||= await encrypted(server(), '口令 secret!')
  })
  const secretOf = (memberId: number) =>
    server().deps.db.selectFrom('member_secret').selectAll().where('memberId', '=', memberId).executeTakeFirst()

  it('come in pages of one site, by keyword, group and level [C-070] [C-297]', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const silver = await admin.ok('memberLevel.save', { siteId: 1, name: '银卡', startValue: 100, endValue: 199 })
    const group = await admin.ok('memberGroup.save', { siteId: 1, name: '订阅' })
    const ids = [
      await buildMember(db, { userName: 'li', name: '李四', phone: '13900000001', email: 'li@x.cn', points: 150 }),
      await buildMember(db, { userName: 'wang', nickName: '小王', points: 5, levelId: silver.id }),
      await buildMember(db, { userName: '100%', points: 99 }),
    ]
    await buildMember(db, { userName: 'far', siteId: 2 })
    await db
      .insertInto('member_in_group')
      .values({ memberId: ids[2] ?? 0, groupId: group.id })
      .execute()
    const names = async (input: object) => {
      const { content, totalElements } = await admin.ok('member.page', input)
      return [totalElements, ...content.map(({ userName }) => userName)]
    }
    expect(await names({ siteId: 1, page: 1, size: 2, key: '' })).toEqual([3, '100%', 'wang'])
    expect(await names({ siteId: 1, page: 2, size: 2 })).toEqual([3, 'li'])
    expect(await names({})).toEqual([4, 'far', '100%', 'wang', 'li'])
    for (const [key, name] of [
      ['LI', 'li'],
      ['李', 'li'],
      ['0001', 'li'],
      ['@x', 'li'],
      ['小王', 'wang'],
      ['%', '100%'],
    ])
      expect(await names({ siteId: 1, key }), key).toEqual([1, name])
    expect(await names({ siteId: 1, levelId: silver.id })).toEqual([2, 'wang', 'li'])
    expect(await names({ siteId: 1, groupId: group.id })).toEqual([1, '100%'])
    const { content } = await admin.ok('member.page', { siteId: 1 })
    expect(content[0]).toMatchObject({ groupNames: ['订阅'], grouplist: [group.id], groupList: [group.id], grade: '' })
    expect(content[1]).toMatchObject({ grade: '银卡', levelId: silver.id })
    expect(content[2]).toMatchObject({ grade: '银卡', levelId: 0, points: 150 })
  })
  it('are made with what the documents presume [C-160] [C-162] [C-163] [C-164] [C-296] [C-298]', async () => {
    const admin = await server().as('admin')
    const made = await admin.ok('member.save', { ...form, password })
    expect(made).toMatchObject({
      ...form,
      nickName: '',
      birthday: '',
      sex: '男',
      source: 'admin',
      isEnable: true,
      levelId: 0,
      grade: '',
      points: 0,
      grouplist: [],
      groupList: [],
      hasPassword: true,
      version: 1,
    })
    expect(await admin.ok('member.findById', { id: made.id })).toEqual(made)
    const group = await admin.ok('memberGroup.save', { siteId: 1, name: '订阅' })
    const full = { ...form, userName: 'lisi', nickName: '小四', sex: '女' as const, birthday: '1990-02-28', points: 7 }
    expect(
      await admin.ok('member.save', { ...full, password, groupList: [group.id], source: 'app', isEnable: false }),
    ).toMatchObject({ ...full, groupNames: ['订阅'], source: 'app', isEnable: false })
  })
  it('have a password that comes encrypted and stays as argon2, apart from the staff’s [C-161]', async () => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('member.save', { ...form, password })
    const { passwordHash = '' } = (await secretOf(id)) ?? {}
    expect(passwordHash).toMatch(/^\$argon2id\$/)
    expect(await verify(passwordHash, '口令 secret!')).toBe(true)
    expect(JSON.stringify(await admin.ok('member.findById', { id }))).not.toContain('argon2')
    await admin.ok('member.save', { ...form, id, name: '张三丰' })
    expect((await secretOf(id))?.passwordHash, 'an empty password changes nothing').toBe(passwordHash)
    await admin.ok('member.save', { ...form, id, password: await encrypted(server(), 'another') })
    expect(await verify((await secretOf(id))?.passwordHash ?? '', 'another')).toBe(true)
    expect(await admin.call('member.save', { ...form, id, password: 'plain text' })).toMatchObject({
      status: 400,
      msg: '密码无法解密，请刷新后重新填写密码',
    })
    // A member is no account of the staff.
    const account = await server()
      .deps.db.selectFrom('account')
      .select('id')
      .where('username', '=', 'zhangsan')
      .execute()
    expect(account).toEqual([])
  })
  it('are saved by whoever saw the last version; what is not sent stays', async () => {
    const admin = await server().as('admin')
    const group = await admin.ok('memberGroup.save', { siteId: 1, name: '订阅' })
    const made = await admin.ok('member.save', { ...form, password, points: 9, groupList: [group.id], isEnable: false })
    const { id, version } = made
    const saved = await admin.ok('member.save', { ...form, id, version, name: '张三丰' })
    expect(saved).toMatchObject({ name: '张三丰', points: 9, groupNames: ['订阅'], isEnable: false, version: 2 })
    expect(await admin.call('member.save', { ...form, id, version, name: '张四' })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect(await admin.ok('member.save', { ...form, id, groupList: [] })).toMatchObject({ groupNames: [], version: 3 })
  })
  it('name the invalid values [C-218] [C-219] [C-222] [C-223] [C-224] [C-225] [C-226]', async () => {
    const admin = await server().as('admin')
    const said = async (changes: object) => (await admin.call('member.save', { ...form, password, ...changes })).msg
    expect(await said({ userName: '  ' })).toBe('请输入账号')
    expect(await said({ password: '' })).toBe('请输入密码')
    expect(await said({ phone: undefined })).toBe('请输入手机号')
    expect(await said({ phone: 'abc' })).toBe('请输入正确的手机号')
    expect(await said({ name: '' })).toBe('请输入姓名')
    expect(await said({ headSculpture: '' })).toBe('请选择头像')
    expect(await said({ email: '' })).toBe('请输入邮箱')
    expect(await said({ email: '   ' })).toBe('邮箱不能为空')
    expect(await said({ email: 'a@b' })).toBe('请输入正确的邮箱格式')
    expect(await said({ sex: '其他' })).toBe('性别应为男或女')
    expect(await said({ birthday: '2026-02-30' })).toBe('生日应为日期，例如 2000-01-31')
    expect(await said({ points: -1 })).toBe('积分不能小于 0')
    expect(await said({ siteId: 0 })).toBe('请选择站点')
    expect(await said({ siteId: 77 })).toContain('站点')
    expect(await said({ levelId: 9001 })).toBe('会员等级不存在，可能已被删除，请重新选择等级')
    expect(await said({ groupList: [9001] })).toBe('会员组不存在，可能已被删除，请重新选择会员组')
    const away = await admin.ok('memberGroup.save', { siteId: 2, name: '别处' })
    const awayLevel = await admin.ok('memberLevel.save', { siteId: 2, name: '别处', startValue: 0, endValue: 1 })
    expect(await said({ groupList: [away.id] })).toBe('会员组不属于该站点，请重新选择会员组')
    expect(await said({ levelId: awayLevel.id })).toBe('会员等级不属于该站点，请重新选择等级')
    expect(await said({ id: 900_001, password: '' })).toBe('会员不存在，可能已被删除，请刷新后重新选择')
    expect((await admin.ok('member.page', {})).totalElements).toBe(0)
  })
  it.each([
    ['a name with blanks', '  张 三  ', '张 三'],
    ['full-width letters', 'Ｚｈａｎｇ', 'Ｚｈａｎｇ'],
    ['emoji', '😀𠮷👨‍👩‍👧', '😀𠮷👨‍👩‍👧'],
    ['254 characters', '长'.repeat(254), '长'.repeat(254)],
    ['what looks like a formula', '=1+1', '=1+1'],
    ['what looks like markup', '<b>&"\'', '<b>&"\''],
  ])('may be called %s', async (_what, typed, kept) => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('member.save', { ...form, userName: typed, password })
    expect((await admin.ok('member.findById', { id })).userName).toBe(kept)
    expect((await admin.ok('member.page', { key: kept })).totalElements).toBe(1)
  })
  it('are there once by site, whatever the case, width and blanks of the name', async () => {
    const admin = await server().as('admin')
    await admin.ok('member.save', { ...form, userName: 'Zhang San', password })
    for (const userName of ['zhang san', 'ＺＨＡＮＧ　ＳＡＮ', 'zhang   san'])
      expect(await admin.call('member.save', { ...form, userName, password }), userName).toMatchObject({
        status: 409,
        msg: '该站点已有同名账号，请换一个账号',
      })
    await admin.ok('member.save', { ...form, siteId: 2, userName: 'zhang san', password })
    expect(await admin.call('member.save', { ...form, userName: '长'.repeat(255), password })).toMatchObject({
      msg: '账号不能超过 254 个字',
    })
    const [one, two] = await Promise.all(
      [1, 2].map(() => admin.call('member.save', { ...form, userName: '同时', password })),
    )
    expect(new Set([one?.status, two?.status])).toEqual(new Set([200, 409]))
  })
  it('are enabled and disabled [C-194] [C-300]', async () => {
    const admin = await server().as('admin')
    const id = await buildMember(server().deps.db)
    for (const isEnable of [false, true]) {
      expect(await admin.call('member.enableOrDisable', { id, isEnable })).toMatchObject({ msg: '操作成功' })
      expect((await admin.ok('member.findById', { id })).isEnable).toBe(isEnable)
    }
    expect((await admin.call('member.enableOrDisable', { id: 900_001, isEnable: true })).status).toBe(404)
    expect((await admin.call('member.enableOrDisable', { id })).msg).toBe('请说明启用还是停用')
  })
  it('are deleted with their passwords, all of a list or none [C-299]', async () => {
    const admin = await server().as('admin')
    const { id } = await admin.ok('member.save', { ...form, password })
    expect(await admin.call('member.deleteByIdList', [id, 900_001])).toMatchObject({
      status: 404,
      msg: '会员（编号 900001）不存在，请刷新后重新选择',
    })
    expect(await secretOf(id)).toBeDefined()
    expect(await admin.call('member.deleteByIdList', [{ id }])).toMatchObject({ msg: '删除成功' })
    expect(await secretOf(id)).toBeUndefined()
    expect((await admin.call('member.findById', { id })).status).toBe(404)
  })
})
