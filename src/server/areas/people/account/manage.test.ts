import { expect, it } from 'vitest'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildDepartment, buildGroup, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn } from '#tests/integration/server/harness/signIn.ts'
import { issueLoginToken } from './signIn/loginTokens.ts'

let made = 0
const PASSWORD = 'First-Pass1'

const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

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

/** The editors keep accounts; below them stands a group. */
async function anOffice(server: TestServer) {
  const { db } = server.deps
  await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.account }])
  const own = await groupOf(db, 'editor')
  const below = await buildGroup(db, { title: '新闻组', parentId: own })
  return { own, below, foreign: await groupOf(db, 'designer'), editor: await server.as('editor') }
}

onBothDatabases('accounts', (server) => {
  it('have all their fields, exactly one group, and sign in with their password [C-155] [C-269] [C-287] [C-290]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const group = await groupOf(db, 'editor')
    const departmentId = await buildDepartment(db)
    const form = await aForm(server(), { roleIdList: [group], userName: ' zhangwei ', departmentId })
    const { data: saved, msg } = await admin.call('account.save', form)
    expect(msg).toBe('保存成功')
    expect(saved).toEqual({
      id: expect.any(Number),
      userName: 'zhangwei',
      trueName: form.trueName,
      employeeNumber: form.employeeNumber,
      phone: '13800000000',
      email: form.email,
      departmentId,
      roleIdList: [group],
      groupName: '站点编辑',
      lastModifiedDate: '',
      lastLoginIp: '',
      loginTimes: 0,
      isStatus: true,
      isLocked: false,
      hasSecondFactor: false,
      mustChangePassword: false,
      createDate: expect.stringMatching(/^\d{4}-/),
      version: 1,
      changedBy: 'admin',
      changedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(await admin.ok('account.findById', { id: saved.id })).toEqual(saved)
    expect((await logIn(server(), 'ZhangWei', PASSWORD)).code).toBe(200)
    expect(await admin.ok('account.findById', { id: saved.id })).toMatchObject({
      loginTimes: 1,
      lastLoginIp: expect.stringMatching(/127\.0\.0\.1$/),
      lastModifiedDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    })
    for (const roleIdList of [[], [0], [group, SUPER_GROUP], undefined])
      expect((await admin.call('account.save', { ...form, roleIdList })).msg).toBe('请选择管理员组')
  })
  it('say which field is missing or wrong [C-203] [C-204] [C-205] [C-206] [C-207] [C-208] [C-209] [C-210]', async () => {
    const admin = await server().as('admin')
    const form = await aForm(server(), { roleIdList: [await groupOf(server().deps.db, 'editor')] })
    const said = async (change: object) => (await admin.call('account.save', { ...form, ...change })).msg
    expect(await said({ roleIdList: null })).toBe('请选择管理员组')
    expect(await said({ userName: ' ' })).toBe('请输入账号')
    expect(await said({ trueName: '' })).toBe('请输入姓名')
    expect(await said({ employeeNumber: undefined })).toBe('请输入员工编号')
    expect(await said({ phone: '' })).toBe('请输入手机号')
    expect(await said({ email: '' })).toBe('请输入邮箱')
    expect(await said({ email: '  ' })).toBe('邮箱不能为空')
    expect(await said({ email: 'nobody' })).toBe('请输入正确的邮箱格式')
    expect(await said({ password: '' })).toBe('请输入密码')
    expect(await said({ password: 'plain' })).toBe('密码加密有误，请刷新页面后重试')
    expect(await said({ rePassword: await encrypted(server(), 'other') })).toBe('两次输入密码不一致!')
    expect(await said({ rePassword: await encrypted(server(), PASSWORD), departmentId: 900_001 })).toBe(
      '所属部门不存在，可能已被删除，请重新选择',
    )
  })
  it('have a name that looks like nobody else’s', async () => {
    const admin = await server().as('admin')
    const form = await aForm(server(), { roleIdList: [await groupOf(server().deps.db, 'editor')] })
    const save = async (userName: string) => {
      const { status, msg, data } = await admin.call('account.save', { ...form, userName })
      return status === 200 ? data.userName : msg
    }
    const wrong = '账号只能包含文字、数字和 . _ - @，不能有空格和表情符号'
    for (const name of ['li na', 'li\u3000na', '李\n娜', 'ok👍', 'a/b', '<b>', 'zero\u200Bwidth'])
      expect(await save(name), name).toBe(wrong)
    expect(await save('ａｄｍｉｎ')).toBe('账号“admin”已存在，请换一个账号')
    expect(await save('ADMIN')).toBe('账号“ADMIN”已存在，请换一个账号')
    expect(await save('Ｌｉ.Ｎａ＠ｅｘ')).toBe('Li.Na@ex')
    expect(await save('李娜')).toBe('李娜')
    expect(await save('长'.repeat(254))).toBe('长'.repeat(254))
    expect(await save('长'.repeat(255))).toBe('账号不能超过 254 个字')
    expect((await logIn(server(), 'ｌｉ.ｎａ@ex', PASSWORD)).code).toBe(200)
  })
  it('keep their password when none is given, and leave their sessions with a new one [C-213] [C-214]', async () => {
    const admin = await server().as('admin')
    const saved = await admin.ok(
      'account.save',
      await aForm(server(), { roleIdList: [await groupOf(server().deps.db, 'editor')] }),
    )
    const own = await clientOf(server(), saved.id)
    const { password: _none, ...same } = { ...(await aForm(server(), saved)), ...saved, trueName: '改名' }
    expect(await admin.ok('account.save', same)).toMatchObject({ trueName: '改名', version: 2 })
    expect((await logIn(server(), saved.userName, PASSWORD)).code).toBe(200)
    expect((await own.call('account.current', {})).status).toBe(200)
    // The hint of the documents is a hint alone.
    await admin.ok('account.save', { ...same, version: 2, password: await encrypted(server(), 'x') })
    expect((await own.call('account.current', {})).status).toBe(401)
    expect((await logIn(server(), saved.userName, PASSWORD)).code).toBe(400)
    expect((await logIn(server(), saved.userName, 'x')).code).toBe(200)
  })
  it('are saved by one of two administrators who saw the same version', async () => {
    const admin = await server().as('admin')
    const { password: _none, ...form } = await aForm(server(), {
      roleIdList: [await groupOf(server().deps.db, 'editor')],
    })
    const saved = await admin.ok('account.save', { ...form, password: await encrypted(server(), PASSWORD) })
    const both = await Promise.all(
      ['甲', '乙'].map((trueName) => admin.call('account.save', { ...form, id: saved.id, version: 1, trueName })),
    )
    expect(statuses(both)).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused).toMatchObject({ data: { facts: { version: 2, changedBy: 'admin' } } })
    const names = await Promise.all(
      [1, 2].map(async () =>
        admin.call('account.save', { ...form, userName: 'twice', password: await encrypted(server(), 'p') }),
      ),
    )
    expect(statuses(names)).toEqual([200, 409])
  })
  it('come in pages, the newest first, of a group and by a word [C-043] [C-288]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const roleId = await buildGroup(db)
    for (const n of [1, 2, 3])
      await buildAccount(db, { roleId, username: `page${n}`, trueName: `页${n}`, phone: `1390000000${n}` })
    const list = async (input: object) => {
      const { content, totalElements, totalPages } = await admin.ok('account.page', {
        channel: 'pc',
        ...input,
      } as object)
      return { names: content.map(({ userName }) => userName), totalElements, totalPages }
    }
    expect(await list({ page: 1, size: 2, roleId })).toEqual({
      names: ['page3', 'page2'],
      totalElements: 3,
      totalPages: 2,
    })
    expect((await list({ page: 2, size: 2, roleId })).names).toEqual(['page1'])
    expect((await list({ page: 1, size: 1000, roleId: 0 })).names).toEqual(expect.arrayContaining(['admin', 'page1']))
    expect((await list({ key: '13900000002' })).names).toEqual(['page2'])
    expect((await list({ key: '页1', roleId })).names).toEqual(['page1'])
    expect((await list({ key: '%' })).names).toEqual([])
    const departmentId = await buildDepartment(db)
    await buildAccount(db, { roleId, username: 'page4', departmentId })
    expect(await list({ page: 1, size: 10, departmentId })).toMatchObject({ names: ['page4'], totalElements: 1 })
  })
})

onBothDatabases('who keeps which accounts', (server) => {
  it('are those of one’s own group and below; no other is seen or changed', async () => {
    const { db } = server().deps
    const { own, below, foreign, editor } = await anOffice(server())
    const inside = await buildAccount(db, { roleId: below, username: 'inside' })
    const designer = await idOf(server(), 'designer')
    const { content } = await editor.ok('account.page', { size: 1000 })
    expect(content.map(({ userName }) => userName)).toEqual(['inside', 'editor'])
    expect((await editor.call('account.page', { roleId: foreign })).status).toBe(403)
    expect((await editor.call('account.page', { roleId: below })).status).toBe(200)
    const gone = { status: 404, msg: `账号（编号 ${designer}）不存在，请刷新后重新选择` }
    const form = await aForm(server(), { roleIdList: [below] })
    expect(await editor.call('account.findById', { id: designer })).toMatchObject(gone)
    expect(await editor.call('account.save', { ...form, id: designer })).toMatchObject(gone)
    expect(await editor.call('account.deleteByIdList', [designer])).toMatchObject(gone)
    expect(await editor.call('account.updateStatus', { idList: [inside, designer], isStatus: false })).toMatchObject(
      gone,
    )
    for (const name of ['account.unlock', 'account.resetPassword', 'account.signOutEverywhere'] as const)
      expect(await editor.call(name, { id: designer })).toMatchObject(gone)
    expect(await editor.call('account.openWork', { idList: [designer] })).toMatchObject(gone)
    expect((await (await server().as('admin')).ok('account.findById', { id: inside })).isStatus).toBe(true)
    const group = { status: 403, msg: '所选用户组不在您的用户组之下，请选择其他用户组' }
    for (const roleId of [own, foreign, SUPER_GROUP, 900_001])
      expect(await editor.call('account.save', { ...form, roleIdList: [roleId] }), String(roleId)).toMatchObject(group)
    expect(
      await editor.call('account.save', { ...form, id: inside, password: '', roleIdList: [SUPER_GROUP] }),
    ).toMatchObject(group)
    expect((await editor.call('account.save', form)).status).toBe(200)
  })
  it('never takes away one’s own, nor the last super administrator', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const id = await idOf(server(), 'admin')
    const self = await admin.ok('account.findById', { id })
    const other = await groupOf(db, 'editor')
    const form = { ...(await aForm(server(), { roleIdList: [SUPER_GROUP] })), ...self, password: '' }
    const said = async (answer: Promise<{ status: number; msg: string }>) => {
      const { status, msg } = await answer
      return `${status} ${msg}`
    }
    expect(await said(admin.call('account.deleteByIdList', [id]))).toBe('400 不能删除自己的账号，请联系其他管理员操作')
    expect(await said(admin.call('account.updateStatus', { idList: [id], isStatus: false }))).toBe(
      '400 不能停用自己的账号，请联系其他管理员操作',
    )
    expect(
      await said(
        admin.call('account.save', {
          ...form,
          email: 'a@example.com',
          phone: '1',
          employeeNumber: '1',
          roleIdList: [other],
        }),
      ),
    ).toBe('400 不能更换自己的管理员组，请联系其他管理员操作')
    expect(await said(admin.call('account.resetPassword', { id }))).toBe('400 不能重置自己的密码，请使用“修改密码”')
    const second = await buildAccount(db, { roleId: SUPER_GROUP, username: 'second' })
    const both = await clientOf(server(), second)
    // Each takes the other one's rights away at the same moment: one stays.
    const answers = await Promise.all([
      both.call('account.updateStatus', { idList: [id], isStatus: false }),
      admin.call('account.deleteByIdList', [second]),
    ])
    const supers = await db
      .selectFrom('account')
      .select('id')
      .where('roleId', '=', SUPER_GROUP)
      .where('isStatus', '=', 1)
      .execute()
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(supers).toHaveLength(1)
    await db.updateTable('account').set({ isStatus: 1 }).where('id', '=', id).execute()
  })
})
