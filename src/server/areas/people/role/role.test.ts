import { expect, it } from 'vitest'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildGroup, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('roles to choose from', (server) => {
  it('come in pages, in the order in which they were made', async () => {
    const admin = await server().as('admin')
    const all = await admin.ok('role.page', { size: 1000, page: 1 })
    expect(all.content[0]).toMatchObject({ id: 1, name: '超级管理员' })
    expect(all.content.map((role) => role.name)).toContain('站点编辑')
    expect(all.totalElements).toBe(all.content.length)
    expect((await admin.ok('role.page', { key: '编辑' })).content.map((role) => role.name)).toEqual(['站点编辑'])
    expect((await admin.ok('role.page', { size: 1, page: 2 })).content).toEqual([all.content[1]])
  })
})

onBothDatabases('groups under a group', (server) => {
  it('come as a tree with id and title, without the group itself [B-081] [B-348] [C-158]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const own = await groupOf(db, 'editor')
    const below = await buildGroup(db, { title: '新闻组', parentId: own })
    const deeper = await buildGroup(db, { title: '体育组', parentId: below })
    const all = await admin.ok('role.page', { parentId: SUPER_GROUP, page: 1, size: 1000 })
    expect(all.content.map(({ title }) => title)).toEqual(['站点编辑', '模板设计师', '无角色'])
    expect(all.content[0]).toMatchObject({ id: own, childAdminGroup: [{ id: below, title: '新闻组' }] })
    const editor = await server().as('editor')
    const under = await editor.ok('role.page', { parentId: own })
    expect(under).toMatchObject({
      totalElements: 1,
      content: [{ id: below, title: '新闻组', name: '新闻组', childAdminGroup: [{ id: deeper, title: '体育组' }] }],
    })
    expect((await editor.ok('role.page', { parentId: below })).content.map(({ id }) => id)).toEqual([deeper])
    expect((await editor.ok('role.page', { parentId: deeper })).content).toEqual([])
  })
  it('are those of one’s own group alone, whoever asks', async () => {
    const { db } = server().deps
    const editor = await server().as('editor')
    const foreign = await groupOf(db, 'designer')
    for (const parentId of [0, SUPER_GROUP, foreign, 900_001])
      expect(await editor.call('role.page', { parentId }), String(parentId)).toMatchObject({
        status: 403,
        msg: '所选用户组不在您的用户组之下，请选择其他用户组',
      })
  })
  it('end, also when groups stand in a ring', async () => {
    const { db } = server().deps
    const ring = await buildGroup(db, { title: '甲组' })
    const other = await buildGroup(db, { title: '乙组', parentId: ring })
    await db.updateTable('role').set({ parentId: other }).where('id', '=', ring).execute()
    await buildAccount(db, { roleId: ring, username: 'ringer' })
    const admin = await server().as('admin')
    const { content } = await admin.ok('role.page', { parentId: ring })
    expect(content).toMatchObject([{ id: other, childAdminGroup: [] }])
    await db.updateTable('role').set({ parentId: SUPER_GROUP }).where('id', '=', ring).execute()
  })
})

onBothDatabases('all groups', (server) => {
  it('are for the menus that choose among them; a role alone is not enough', async () => {
    const { db } = server().deps
    const editor = await server().as('editor')
    expect((await editor.call('role.page', { page: 1, size: 10 })).status).toBe(200)
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.dashboard }])
    expect(await editor.call('role.page', { page: 1, size: 10 })).toMatchObject({
      status: 403,
      msg: '您没有查看全部用户组的权限，请联系管理员授权',
    })
  })
})
