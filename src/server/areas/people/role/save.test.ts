import { beforeEach, expect, it } from 'vitest'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { PERMISSION, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, buildGroup, groupOf } from '#tests/builders/account.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const { add, edit, remove, publish } = PERMISSION

const grantsOf = async (db: Kysely<Database>, roleId: number): Promise<Record<string, number[]>> => {
  const rows = await db.selectFrom('role_grant').selectAll().where('roleId', '=', roleId).execute()
  return Object.fromEntries(
    rows.map(({ siteId, menuId, settings }) => [`${siteId}/${menuId}`, JSON.parse(settings) as number[]]),
  )
}
const site = (siteId: number, menus: Record<number, readonly number[]>) => ({
  siteId,
  menuItemDTOList: Object.entries(menus).map(([menuId, codes]) => ({
    menuId: Number(menuId),
    settingList: [...codes],
  })),
})

onBothDatabases('saving a user group', (server) => {
  let admin: TestClient
  beforeEach(async () => {
    admin = await server().as('admin')
  })
  const said = async (form: object) => (await admin.call('role.save', { name: '新', ...form })).msg

  it('needs a name, before anything else [C-231] [C-232]', async () => {
    expect(await said({ name: ' ', parentId: 900_001 })).toBe('请输入姓名')
    expect(await said({ name: undefined })).toBe('请输入姓名')
    expect(await said({ name: '长'.repeat(255) })).toBe('用户组名称不能超过 254 个字')
    expect(await said({ note: '长'.repeat(1001) })).toBe('用户组介绍不能超过 1000 个字')
  })
  it('keeps name, introduction, place and grants [C-056] [C-156] [C-266] [C-270] [C-285]', async () => {
    const { db } = server().deps
    const column = await columnNamed(admin, '集团新闻')
    const authority = [site(0, { [MENU.siteList]: [] }), site(1, { [column.id]: [add, edit] })]
    const made = await admin.ok('role.save', { name: ' 新闻组 ', note: '写新闻', authority })
    expect(made).toMatchObject({ name: '新闻组', note: '写新闻', parentId: SUPER_GROUP, version: 1 })
    expect(await grantsOf(db, made.id)).toEqual({ [`0/${MENU.siteList}`]: [], [`1/${column.id}`]: [add, edit] })
    const { content } = await admin.ok('role.page', { parentId: SUPER_GROUP, size: 100 })
    expect(content.find(({ id }) => id === made.id)).toMatchObject({
      name: '新闻组',
      note: '写新闻',
      createDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      childAdminGroup: [],
    })
    const below = await admin.ok('role.save', { name: '体育组', parentId: made.id })
    expect(below.parentId).toBe(made.id)
    // 0 is the top: right below the own group.
    expect(await admin.ok('role.save', { id: below.id, name: '体育组', parentId: 0 })).toMatchObject({
      parentId: SUPER_GROUP,
      version: 2,
    })
  })
  it('changes what is named alone: other sites stay, a named one has what its list says', async () => {
    const { db } = server().deps
    const column = await columnNamed(admin, '集团新闻')
    const form = { name: `组 ${crypto.randomUUID()}` }
    const authority = [site(0, { [MENU.siteList]: [] }), site(1, { [column.id]: [add, edit] })]
    const { id } = await admin.ok('role.save', { ...form, authority })
    await admin.ok('role.save', { ...form, id })
    await admin.ok('role.save', { ...form, id, authority: [site(1, { [column.id]: [edit, remove] })] })
    expect(await grantsOf(db, id)).toEqual({ [`0/${MENU.siteList}`]: [], [`1/${column.id}`]: [edit, remove] })
    await admin.ok('role.save', { ...form, id, authority: [site(0, {}), site(1, {})] })
    expect(await grantsOf(db, id)).toEqual({})
  })
  it('never stores what everybody has: such a group still has no operating role [A-013]', async () => {
    const { db } = server().deps
    const authority = [site(0, { [MENU.mine]: [], [MENU.profile]: [] })]
    const { id } = await admin.ok('role.save', { name: `组 ${crypto.randomUUID()}`, authority })
    expect(await grantsOf(db, id)).toEqual({})
  })
  it('refuses menus and sites that are gone, and permissions that a column does not offer', async () => {
    const column = await columnNamed(admin, '集团新闻')
    expect(await said({ authority: [site(1, { 900_001: [] })] })).toBe('栏目（编号 900001）不存在，请刷新后重新选择')
    expect(await said({ authority: [site(77, { 900_001: [] })] })).toBe('站点（编号 77）不存在，请刷新后重新选择')
    expect(await said({ authority: [site(1, { [column.id]: [9999] })] })).toBe(
      '栏目“集团新闻”没有权限“权限 9999”，请刷新后重新选择',
    )
  })
  it('keeps groups out of rings, deep trees and double names', async () => {
    const { db } = server().deps
    const top = await admin.ok('role.save', { name: '第 1 级' })
    let last = top.id
    for (let level = 2; level <= 10; level += 1)
      last = await buildGroup(db, { title: `第 ${level} 级`, parentId: last })
    expect(await said({ parentId: last })).toBe('用户组最多 10 级，请选择更高一级的上级用户组')
    const ring = '用户组“第 1 级”不能移动到自己或自己的下级，请选择其他上级用户组'
    expect(await said({ id: top.id, name: '第 1 级', parentId: last })).toBe(ring)
    expect(await said({ id: top.id, name: '第 1 级', parentId: top.id })).toBe(ring)
    expect(await said({ name: '第 1 级' })).toBe('“超级管理员”下已有用户组“第 1 级”，请换一个名称')
    expect(await said({ parentId: 900_001 })).toBe('上级用户组不存在，可能已被删除，请刷新后重新选择')
    expect(await said({ id: 900_001 })).toBe('用户组（编号 900001）不存在，请刷新后重新选择')
  })
  it('makes no ring when two are moved below each other at the same time', async () => {
    const { db } = server().deps
    const [a, b] = [await buildGroup(db, { title: '甲' }), await buildGroup(db, { title: '乙' })]
    const moved = await Promise.all([
      admin.call('role.save', { id: a, name: '甲', parentId: b }),
      admin.call('role.save', { id: b, name: '乙', parentId: a }),
    ])
    expect(moved.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400])
  })
  it('reports to the second of two administrators who changed it, and keeps the grants of the first', async () => {
    const { db } = server().deps
    const column = await columnNamed(admin, '集团新闻')
    const { id, version } = await admin.ok('role.save', { name: '两个人' })
    const both = await Promise.all(
      [add, edit].map((code) =>
        admin.call('role.save', { id, name: '两个人', version, authority: [site(1, { [column.id]: [code] })] }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [won, lost] = both[0]?.status === 200 ? [add, both[1]] : [edit, both[0]]
    expect(lost?.msg).toMatch(/^用户组“两个人”已被 admin 于 .+ 修改，请查看最新内容后再保存$/)
    expect(lost?.data).toMatchObject({ facts: { version: 2, changedBy: 'admin' } })
    expect(await grantsOf(db, id)).toEqual({ [`1/${column.id}`]: [won] })
  })
  it('leaves the super administrators’ group everything, whatever is sent', async () => {
    const { db } = server().deps
    const saved = await admin.ok('role.save', {
      id: SUPER_GROUP,
      name: '超级管理员',
      note: '全部权限',
      parentId: await groupOf(db, 'editor'),
      authority: [site(0, {})],
    })
    expect(saved).toMatchObject({ parentId: 0, note: '全部权限' })
    expect((await admin.call('role.page', { size: 1 })).status).toBe(200)
  })
})

onBothDatabases('what an administrator may give', (server) => {
  /** The editor keeps groups, and holds two columns of the first site; the group below holds some of that, and more. */
  const world = async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const [held, other] = [await columnNamed(admin, '集团新闻'), await columnNamed(admin, '行业动态')]
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.userGroup },
      { siteId: 1, menuId: held.id, settings: [add, edit, remove] },
    ])
    const own = await groupOf(db, 'editor')
    const below = await buildGroup(db, { parentId: own })
    const row = { roleId: below, siteId: 1 }
    await db
      .insertInto('role_grant')
      .values([
        { ...row, menuId: held.id, settings: JSON.stringify([edit, publish]) },
        { ...row, menuId: other.id, settings: JSON.stringify([add]) },
      ])
      .execute()
    return { db, admin, editor: await server().as('editor'), own, below, held: held.id, other: other.id }
  }

  it('is what he holds himself: the server names what it refuses [C-282]', async () => {
    const { db, editor, below, held, other } = await world()
    const before = await grantsOf(db, below)
    const save = async (authority: object[]) => {
      const { status, msg } = await editor.call('role.save', { id: below, name: '组', authority })
      return `${status} ${msg}`
    }
    expect(await save([site(1, { [held]: [add, 1104, 1107] })])).toBe(
      '403 不能授予您自己没有的权限：站点“集团官网”的“集团新闻”（推荐）',
    )
    expect(await save([site(1, { [other]: [add, edit] })])).toBe(
      `403 不能授予您自己没有的权限：站点“集团官网”的栏目（编号 ${other}）`,
    )
    expect(await save([site(0, { [MENU.siteList]: [] })])).toBe(
      `403 不能授予您自己没有的权限：系统栏目的栏目（编号 ${MENU.siteList}）`,
    )
    expect(await save([site(2, { 1: [] })])).toBe('403 您没有该站点的权限')
    expect(await grantsOf(db, below), 'and nothing changed').toEqual(before)
  })
  it('is not taken away where he does not hold it', async () => {
    const { db, editor, below, held, other } = await world()
    await editor.ok('role.save', { id: below, name: '组', authority: [site(1, { [held]: [remove] })] })
    expect(await grantsOf(db, below)).toEqual({ [`1/${held}`]: [remove, publish], [`1/${other}`]: [add] })
    await editor.ok('role.save', { id: below, name: '组', authority: [site(1, {})] })
    expect(await grantsOf(db, below)).toEqual({ [`1/${held}`]: [publish], [`1/${other}`]: [add] })
  })
  it('is never granted to the own group, nor to a sibling or an ancestor', async () => {
    const { db, editor, own } = await world()
    const answers = async (id: number) => {
      const { status, msg } = await editor.call('role.save', { id, name: '改名' })
      return `${status} ${msg}`
    }
    expect(await answers(own)).toBe('403 不能修改自己所在的用户组，需要时请联系上级管理员')
    for (const id of [SUPER_GROUP, await groupOf(db, 'designer'), 900_001])
      expect(await answers(id)).toBe('403 所选用户组不在您的用户组之下，请选择其他用户组')
    expect(await editor.call('role.save', { name: '新', parentId: SUPER_GROUP })).toMatchObject({ status: 403 })
    expect(await editor.ok('role.save', { name: '新', parentId: 0 })).toMatchObject({ parentId: own })
  })
  it('is all that the dialog shows him, with what else the group has as a number [C-157] [C-283]', async () => {
    const { admin, editor, below, held, other } = await world()
    const detail = await editor.ok('role.findByRoleId', { id: below })
    expect(detail.kept).toBe(1)
    expect(detail.siteItemVOList.map(({ siteId, siteName }) => [siteId, siteName])).toEqual([
      [0, '系统栏目'],
      [1, '集团官网'],
    ])
    const text = JSON.stringify(detail.siteItemVOList[1])
    expect(text).not.toContain(`"menuId":${other},`)
    // 集团新闻 stands below 新闻中心, which he does not hold: that is there for the way to it alone.
    expect(detail.siteItemVOList[1]?.menuItemVOList).toMatchObject([
      {
        menuName: '新闻中心',
        fixed: true,
        checked: false,
        settingVOList: [],
        child: [
          {
            menuId: held,
            fixed: false,
            checked: true,
            settingVOList: [
              { id: add, name: '新增', checked: false },
              { id: edit, name: '编辑', checked: true },
              { id: remove, name: '删除', checked: false },
            ],
          },
        ],
      },
    ])
    const whole = await admin.ok('role.findByRoleId', { id: below })
    expect(whole.kept).toBe(0)
    expect(JSON.stringify(whole.siteItemVOList[1])).toContain(`"menuId":${other},`)
  })
  it('comes one site at a time, when that is asked for', async () => {
    const { admin, below } = await world()
    const { siteItemVOList } = await admin.ok('role.findByRoleId', { id: below, siteId: 1 })
    expect(siteItemVOList.map(({ siteId, omitted, granted }) => ({ siteId, omitted, granted }))).toEqual([
      { siteId: 0, omitted: true, granted: 0 },
      { siteId: 1, omitted: false, granted: 2 },
      { siteId: 2, omitted: true, granted: 0 },
    ])
    expect(siteItemVOList.map(({ menuItemVOList }) => menuItemVOList.length > 0)).toEqual([false, true, false])
  })
  it('has 我的 for every group, always ticked', async () => {
    const { admin, editor } = await world()
    for (const client of [admin, editor]) {
      const { siteItemVOList } = await client.ok('role.findByRoleId', { id: 0, siteId: 0 })
      const mine = siteItemVOList[0]?.menuItemVOList.find(({ menuId }) => menuId === 42)
      expect(mine).toMatchObject({ menuName: '我的', checked: true, fixed: false })
      expect(mine?.child.every(({ checked }) => checked)).toBe(true)
    }
  })
})

onBothDatabases('a changed group', (server) => {
  it('counts at the next call of those who are signed in [C-270]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const column = await columnNamed(admin, '集团新闻')
    const id = await groupOf(db, 'editor')
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: column.id, settings: [add] }])
    const editor = await server().as('editor')
    const list = () => editor.call('content.page', { classId: column.id })
    const before = await editor.ok('role.current', {})
    expect(before.groupId).toBe(id)
    const status = (await list()).status
    await admin.ok('role.save', { id, name: '站点编辑', authority: [site(1, {})] })
    expect([status, (await list()).status]).toEqual([200, 403])
    const after = await editor.ok('role.current', {})
    expect(after.grantVersion).toBeGreaterThan(before.grantVersion)
  })
  it('is sent to every caller with each response, also with an error', async () => {
    const { db } = server().deps
    const editor = await server().as('editor')
    const headerOf = async (path: string) => (await editor.fetch(path)).headers.get('sitecraft-grants')
    const first = await headerOf('api/cebest-cms/account/current')
    expect(first).toMatch(/^\d+\.\d+$/)
    expect(await headerOf('api/cebest-cms/role/findByRoleId/1'), 'a refusal').toBe(first)
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.dashboard }])
    expect(await headerOf('api/cebest-cms/account/current')).not.toBe(first)
  })
  it('also counts when an account is moved to another group', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const [from, to] = [await buildGroup(db), await buildGroup(db)]
    const id = await buildAccount(db, { roleId: from })
    const { version = 0 } = await admin.ok('account.findById', { id })
    await buildAccount(db, { roleId: from, isStatus: 0 })
    expect((await admin.ok('role.accounts', { id: from })).content.map(({ isStatus }) => isStatus)).toEqual([
      true,
      false,
    ])
    expect(await admin.ok('role.moveAccounts', { id: from, toId: to })).toEqual({ moved: 2 })
    expect((await admin.ok('role.accounts', { id: to })).totalElements).toBe(2)
    // A dialog that was open meanwhile must not take it back.
    expect(await admin.ok('account.findById', { id })).toMatchObject({ version: version + 1, changedBy: 'admin' })
    for (const [id, toId] of [
      [from, SUPER_GROUP],
      [SUPER_GROUP, from],
    ])
      expect((await admin.call('role.moveAccounts', { id, toId })).status).toBe(403)
  })
})
