import { expect, it } from 'vitest'
import { PERMISSION, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildGroup, groupOf } from '#tests/builders/account.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const { add, edit, publish } = PERMISSION

onBothDatabases('effective rights', (server) => {
  const world = async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const [held, other] = [await columnNamed(admin, '集团新闻'), await columnNamed(admin, '行业动态')]
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.userGroup },
      { siteId: 1, menuId: held.id, settings: [add, edit] },
    ])
    const own = await groupOf(db, 'editor')
    const roleId = await buildGroup(db, { title: '新闻组', parentId: own })
    const row = { roleId, siteId: 1 }
    await db
      .insertInto('role_grant')
      .values([
        { ...row, menuId: held.id, settings: JSON.stringify([edit, publish]) },
        { ...row, menuId: other.id, settings: '[]' },
      ])
      .execute()
    const accountId = await buildAccount(db, {
      roleId,
      username: `w${crypto.randomUUID().slice(0, 8)}`,
      trueName: '王芳',
    })
    return { admin, editor: await server().as('editor'), own, roleId, accountId, held: held.id, other: other.id }
  }

  it('of an account say what it may do where, and which group gives that', async () => {
    const { admin, accountId, roleId, held, other } = await world()
    const answer = await admin.ok('role.rightsOf', { accountId, siteId: 1 })
    expect(answer).toMatchObject({ trueName: '王芳', roleId, roleName: '新闻组', everything: false, unseen: 0 })
    expect(answer.sites).toEqual([
      { siteId: 0, siteName: '系统栏目', menus: 0 },
      { siteId: 1, siteName: '集团官网', menus: 2 },
    ])
    expect(answer.rights.toSorted((a, b) => a.menuId - b.menuId)).toMatchObject(
      [
        {
          menuId: held,
          path: '新闻中心 / 集团新闻',
          settings: [
            { id: edit, name: '编辑' },
            { id: publish, name: '发布' },
          ],
          roleName: '新闻组',
        },
        { menuId: other, settings: [] },
      ].toSorted((a, b) => a.menuId - b.menuId),
    )
    const system = await admin.ok('role.rightsOf', { accountId })
    expect(system.rights.map(({ path }) => path)).toContain('我的 / 个人信息')
  })
  it('of a super administrator are all there is', async () => {
    const { admin } = await world()
    const { id } = await server()
      .deps.db.selectFrom('account')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const { everything, rights, sites } = await admin.ok('role.rightsOf', { accountId: id, siteId: 1 })
    expect(everything).toBe(true)
    expect(sites.map(({ siteId }) => siteId)).toEqual([0, 1, 2])
    expect(rights.length).toBeGreaterThan(5)
  })
  it('of a column say which groups give it, and who is in them', async () => {
    const { admin, own, roleId, held } = await world()
    const { holders, unseen } = await admin.ok('role.rightsAt', { siteId: 1, menuId: held })
    expect(unseen).toBe(0)
    expect(holders.find((each) => each.roleId === SUPER_GROUP)).toMatchObject({ path: '超级管理员', accounts: 1 })
    expect(holders.find((each) => each.roleId === own)?.names).toMatchObject([{ userName: 'editor', trueName: '李婷' }])
    expect(holders.find((each) => each.roleId === roleId)).toMatchObject({
      path: '站点编辑 / 新闻组',
      settings: [{ name: '编辑' }, { name: '发布' }],
      accounts: 1,
      names: [{ trueName: '王芳' }],
    })
  })
  it('name nothing that the asking person does not hold or reach himself', async () => {
    const { editor, own, roleId, accountId, held, other } = await world()
    const of = await editor.ok('role.rightsOf', { accountId, siteId: 1 })
    expect(of.rights.map(({ menuId }) => menuId)).toEqual([held])
    expect(of.unseen).toBe(1)
    const at = await editor.ok('role.rightsAt', { siteId: 1, menuId: held })
    const shown = at.holders.map((each) => each.roleId)
    expect(shown).toEqual(expect.arrayContaining([own, roleId]))
    expect(at.holders.every(({ path }) => path.startsWith('站点编辑'))).toBe(true)
    expect(at.unseen).toBeGreaterThan(0)
    expect((await editor.call('role.rightsAt', { siteId: 1, menuId: other })).status).toBe(403)
    const admin = await server()
      .deps.db.selectFrom('account')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    for (const id of [admin.id, 900_001])
      expect(await editor.call('role.rightsOf', { accountId: id })).toMatchObject({
        status: 404,
        msg: '账号不存在，可能已被删除，或不在您的用户组之下',
      })
  })
})
