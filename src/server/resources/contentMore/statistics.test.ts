import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
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
    const person = { department: '', recycleBinCount: 0, draftBoxCount: 0, toBePublishedCount: 0, publishedCount: 1 }
    expect(await admin.ok('content.publishStatistics', all)).toEqual([
      { ...person, role: '超级管理员', person: 'admin', sum: 1 },
      {
        role: '站点编辑',
        department: '',
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
    // No account belongs to a department yet.
    expect(await admin.ok('content.publishStatistics', { ...all, departments: [1] })).toEqual([])
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

  it('hold what the caller may read, without columns that are gone', async () => {
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
