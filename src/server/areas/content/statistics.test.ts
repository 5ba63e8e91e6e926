import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { buildAccount, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('statistics of publishing', (server) => {
  it('count each person’s entries once, by what became of them [B-176] [B-332]', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1101, 1102, 1103, 1104] }])
    const editor = await server().as('editor')
    await saveArticle(admin, classId)
    await saveArticle(editor, classId)
    await saveArticle(editor, classId)
    await saveArticle(editor, classId, {}, { isStatus: false })
    const { id } = await saveArticle(editor, classId)
    await editor.ok('content.deleteByIdList', { classId, idList: [id] })
    const waiting = await saveArticle(editor, classId, {}, { isStatus: false })
    await server()
      .deps.db.updateTable('content')
      .set({ approveInstanceId: 'i-1' })
      .where('id', '=', waiting.id)
      .execute()
    const all = { classIds: [classId] }
    const person = { recycleBinCount: 0, draftBoxCount: 0, toBePublishedCount: 0, publishedCount: 1 }
    expect(await admin.ok('content.publishStatistics', all)).toEqual([
      { ...person, role: '超级管理员', department: '集团总部 / 信息技术部', person: 'admin', sum: 1 },
      {
        role: '站点编辑',
        department: '集团总部 / 品牌传播部 / 内容编辑组',
        person: 'editor',
        publishedCount: 2,
        toBePublishedCount: 1,
        recycleBinCount: 1,
        draftBoxCount: 1,
        sum: 5,
      },
    ])
    const { roleId } = await server()
      .deps.db.selectFrom('account')
      .select('roleId')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    const ofRole = await admin.ok('content.publishStatistics', { ...all, roleIds: [roleId] })
    expect(ofRole.map((row) => row.person)).toEqual(['editor'])
    expect(await admin.ok('content.publishStatistics', { ...all, siteIds: [2] })).toEqual([])
    expect(await admin.ok('content.publishStatistics', { ...all, departments: [900_001] })).toEqual([])
  })

  it('list the departments from the top, and filter by departments including all below them [B-308]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const department = async (title: string, parentId = 0) =>
      (await admin.ok('department.save', { title, parentId })).id
    const east = await department('东区')
    const office = await department('综合部', east)
    const group = await department('内容组', office)
    const west = await department('西区')
    const other = await department('综合部', west)
    const roleId = await groupOf(db, 'editor')
    const people = { 甲: east, 乙: group, 丙: other, 丁: null }
    for (const [username, departmentId] of Object.entries(people)) {
      const createById = await buildAccount(db, { username, roleId, departmentId })
      const { id } = await saveArticle(admin, classId)
      await db.updateTable('content').set({ createById }).where('id', '=', id).execute()
    }
    const told = async (departments: number[], more = {}) => {
      const rows = await admin.ok('content.publishStatistics', { classIds: [classId], departments, ...more })
      return rows.map((row) => [row.person, row.department])
    }
    const [one, two, three] = [
      ['甲', '东区'],
      ['乙', '东区 / 综合部 / 内容组'],
      ['丙', '西区 / 综合部'],
    ]
    expect(await told([])).toEqual([['丁', ''], one, two, three])
    expect(await told([east, office, group])).toEqual([one, two])
    expect(await told([east]), 'what is below belongs to it').toEqual([one, two])
    expect(await told([office])).toEqual([two])
    expect(await told([group, west])).toEqual([two, three])
    expect(await told([west, 900_001])).toEqual([three])
    expect(await told([east], { roleIds: [roleId + 1000] })).toEqual([])
    await admin.ok('department.save', { id: office, title: '办公室', parentId: west })
    expect(await told([east])).toEqual([one])
    expect(await told([west])).toEqual([['乙', '西区 / 办公室 / 内容组'], three])
    const address = await admin.ok('content.statisticsSheet', { classIds: [classId], departments: [west] })
    expect(await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))).toMatchObject([
      {},
      ['1', '站点编辑', '西区 / 办公室 / 内容组', '乙', 1, 0, 0, 0, 1],
      ['2', '站点编辑', '西区 / 综合部', '丙', 1, 0, 0, 0, 1],
      ['合计', '', '', '', 2, 0, 0, 0, 2],
    ])
  })

  it('go out as a sheet with their sums, by permission 1120 of the menu', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    await saveArticle(admin, classId)
    await saveArticle(admin, classId, {}, { isStatus: false })
    const address = await admin.ok('content.statisticsSheet', { classIds: [classId] })
    expect(decodeURIComponent(address)).toContain('发布统计.xlsx')
    expect(await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))).toEqual([
      ['序号', '角色', '部门', '人员', '已发布', '待发布', '回收站', '草稿箱', '合计'],
      ['1', '超级管理员', '集团总部 / 信息技术部', 'admin', 1, 0, 0, 1, 2],
      ['合计', '', '', '', 1, 0, 0, 1, 2],
    ])
    const menu = { siteId: 0, menuId: MENU.publishStats }
    const column = { siteId, menuId: classId }
    await grantExactly(server().deps.db, 'editor', [menu, column])
    const asked = async () => (await server().as('editor')).call('content.statisticsSheet', { classIds: [classId] })
    expect(await asked()).toMatchObject({ status: 403, msg: '您没有导出表格的权限，请联系管理员授权' })
    await grantExactly(server().deps.db, 'editor', [{ ...menu, settings: [1120] }, column])
    expect(await asked()).toMatchObject({ status: 200 })
  })

  it('cover whole days of creation, both included', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    for (const at of ['2026-02-28 23:59:59', '2026-03-01 00:00:00', '2026-03-02 23:59:59', '2026-03-03 00:00:00']) {
      const { id } = await saveArticle(admin, classId)
      const createTime = new Date(at).getTime()
      await server().deps.db.updateTable('content').set({ createTime }).where('id', '=', id).execute()
    }
    const sum = async (startDate: string, endDate: string) =>
      (await admin.ok('content.publishStatistics', { classIds: [classId], startDate, endDate }))[0]?.sum ?? 0
    expect(await sum('2026-03-01', '2026-03-02')).toBe(2)
    expect(await sum('2026-03-01', '')).toBe(3)
    expect(await sum('', '2026-03-01')).toBe(2)
    expect(await sum('', '')).toBe(4)
    expect(await sum('2027-01-01', '')).toBe(0)
    expect(await admin.call('content.publishStatistics', { startDate: '昨天' })).toMatchObject({ status: 400 })
  })

  it('contain what the caller may read, without deleted columns', async () => {
    const admin = await server().as('admin')
    const mine = await emptyColumn(admin)
    const other = await emptyColumn(admin)
    const { siteId } = mine
    await saveArticle(admin, mine.id)
    await saveArticle(admin, other.id)
    const grants = [
      { siteId: 0, menuId: MENU.publishStats },
      { siteId, menuId: mine.id },
    ]
    await grantExactly(server().deps.db, 'editor', grants)
    const editor = await server().as('editor')
    const sum = async (input: object) =>
      (await editor.ok('content.publishStatistics', input)).reduce((total, row) => total + row.sum, 0)
    expect(await sum({})).toBe(1)
    expect(await sum({ siteIds: [siteId], classIds: [mine.id, other.id] })).toBe(1)
    expect(await editor.call('content.publishStatistics', { siteIds: [2] })).toMatchObject({ status: 403 })
    await admin.ok('column.deleteByIdList', [mine.id])
    expect(await sum({})).toBe(0)
    await grantExactly(server().deps.db, 'editor', grants.slice(1))
    expect(await (await server().as('editor')).call('content.publishStatistics', {})).toMatchObject({ status: 403 })
  })
})
