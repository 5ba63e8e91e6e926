import { expect, it } from 'vitest'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildGroup, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('deleting user groups', (server) => {
  it('takes a list of ids, all of them or none, with their grants [C-286]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const top = await buildGroup(db)
    const below = await buildGroup(db, { parentId: top })
    await db.insertInto('role_grant').values({ roleId: below, siteId: 0, menuId: 2, settings: '[]' }).execute()
    expect(await admin.call('role.deleteByIdList', [{ id: top }, { id: 900_001 }])).toMatchObject({
      status: 404,
      msg: '用户组（编号 900001）不存在，请刷新后重新选择',
    })
    expect(await admin.call('role.deleteByIdList', [])).toMatchObject({ status: 400, msg: '请选择数据！' })
    expect(await admin.call('role.deleteByIdList', [{ id: top }, { id: below }])).toMatchObject({ msg: '删除成功' })
    expect(await db.selectFrom('role').select('id').where('id', 'in', [top, below]).execute()).toEqual([])
    expect(await db.selectFrom('role_grant').select('menuId').where('roleId', '=', below).execute()).toEqual([])
  })
  it('is refused while groups or accounts are in one, saying how many and what to do', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const top = await buildGroup(db, { title: '新闻组' })
    const below = await buildGroup(db, { title: '体育组', parentId: top })
    const account = await buildAccount(db, { roleId: top })
    const removed = async (...ids: number[]) => {
      const { status, msg } = await admin.call('role.deleteByIdList', ids)
      return `${status} ${msg}`
    }
    expect(await removed(top)).toBe(
      '409 用户组“新闻组”下还有 1 个下级用户组和 1 个账号，请先删除或移走下级用户组，并在“组内账号”中把账号移到其他用户组，再删除用户组',
    )
    expect(await removed(top, below)).toContain('“新闻组”下还有 1 个账号，请先在“组内账号”中')
    await admin.ok('role.moveAccounts', { id: top, toId: below })
    expect(await removed(below)).toContain('“体育组”下还有 1 个账号')
    await db.deleteFrom('account').where('id', '=', account).execute()
    expect(await removed(top, below)).toBe('200 删除成功')
    expect(await removed(SUPER_GROUP)).toBe('403 超级管理员用户组不能删除')
  })
  it('lets the people of a group work on while it is asked for, and leaves nobody without one', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const editor = await server().as('editor')
    const roleId = await groupOf(db, 'editor')
    expect((await admin.call('role.deleteByIdList', [roleId])).status).toBe(409)
    expect((await editor.call('account.current', {})).status).toBe(200)
    const id = await buildGroup(db)
    const [removed, joined] = await Promise.allSettled([
      admin.call('role.deleteByIdList', [id]),
      buildAccount(db, { roleId: id }),
    ])
    const status = removed.status === 'fulfilled' ? removed.value.status : 0
    expect([status, joined.status]).toEqual(joined.status === 'fulfilled' ? [409, 'fulfilled'] : [200, 'rejected'])
  })
  it('is for the groups below the own one', async () => {
    const { db } = server().deps
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.userGroup }])
    const editor = await server().as('editor')
    const own = await groupOf(db, 'editor')
    const below = await buildGroup(db, { parentId: own })
    for (const id of [own, SUPER_GROUP, await groupOf(db, 'guest')])
      expect((await editor.call('role.deleteByIdList', [below, id])).status, String(id)).toBe(403)
    expect((await editor.call('role.deleteByIdList', [below])).status).toBe(200)
  })
})
