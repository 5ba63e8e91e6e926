import { writeXlsx } from 'hucre'
import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { buildDepartment, buildGroup, groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { logIn } from '#tests/integration/server/harness/signIn.ts'

type Cells = Parameters<typeof sheetOf>[0]

const TITLES = ['账号', '姓名', '员工编号', '手机号', '邮箱', '管理员组', '所属部门', '初始密码']
const sent = async (client: TestClient, rows: Cells): Promise<string> =>
  (await upload(client, { name: '账号.xlsx', content: await sheetOf(rows) })).data.accessPath
const fetched = async (address: string) => rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
const person = (name: string, more: Record<string, string> = {}): string[] => [
  name,
  more.trueName ?? '员工',
  'E1',
  '13800000000',
  more.email ?? `${name}@example.com`,
  more.group ?? '站点编辑',
  more.department ?? '',
  more.password ?? '',
]

onBothDatabases('accounts as sheets', (server) => {
  it('are checked whole before anything is imported, and each bad row is reported', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const editors = await groupOf(db, 'editor')
    const news = await buildGroup(db, { title: '新闻组', parentId: editors })
    await buildGroup(db, { title: '新闻组', parentId: await groupOf(db, 'designer') })
    const place = await buildDepartment(db, { title: '体育部' })
    const xlsxPath = await sent(admin, [
      TITLES,
      person('zhou', { group: '站点编辑/新闻组', department: '体育部', password: 'Given-1' }),
      person('ＷＵ', { trueName: '=1+1', email: 'wu@example.com' }),
      person('Admin'),
      person('zhou'),
      person('zheng', { group: '新闻组' }),
      person('wang', { group: '没有的组' }),
      person('feng li'),
      person('chen', { email: 'nobody' }),
      person('chu', { department: '没有的部门' }),
      ['', '无名', 'E1', '1', 'a@example.com', '站点编辑', '', ''],
    ])
    const count = async () => (await db.selectFrom('account').select('id').execute()).length
    const before = await count()
    const checked = await admin.ok('account.importSheet', { xlsxPath, checkOnly: true })
    expect(checked).toMatchObject({ imported: 2, refused: 8 })
    expect(checked.first).toEqual([
      { row: 4, reason: '账号“Admin”已存在' },
      { row: 5, reason: '账号“zhou”已存在' },
      {
        row: 6,
        reason: expect.stringMatching(/^有 2 个管理员组叫“新闻组”，请写明上级，例如“超级管理员 \/ .+ \/ 新闻组”$/),
      },
      { row: 7, reason: '找不到管理员组“没有的组”' },
      { row: 8, reason: '账号只能包含文字、数字和 . _ - @，不能有空格和表情符号' },
      { row: 9, reason: '请输入正确的邮箱格式' },
      { row: 10, reason: '找不到部门“没有的部门”' },
      { row: 11, reason: '“账号”不能为空' },
    ])
    expect(await count()).toBe(before)
    const report = await fetched(`${server().url}api/sitecraft/sheet/${checked.report}/x.xlsx`)
    expect(report).toHaveLength(9)
    expect(await admin.ok('account.importSheet', { xlsxPath })).toMatchObject({ imported: 2, refused: 8 })
    expect(await count()).toBe(before + 2)
    const [made] = (await admin.ok('account.page', { key: 'zhou' })).content
    expect(made).toMatchObject({
      roleIdList: [news],
      departmentId: place,
      mustChangePassword: true,
      changedBy: 'admin',
    })
    expect((await logIn(server(), 'zhou', 'Given-1')).data.mustChangePassword).toBe(true)
    expect((await admin.ok('account.page', { key: 'WU' })).content).toMatchObject([
      { userName: 'WU', trueName: '=1+1', mustChangePassword: false },
    ])
    expect((await logIn(server(), 'wu', '')).status, 'waits for a password').toBe(400)
  })
  it('take a formula for what it last came to', async () => {
    const admin = await server().as('admin')
    const rows = [TITLES, person('formula')]
    const cells = new Map([['1,0', { formula: '"ad"&"min"', formulaResult: 'admin' }]])
    const content = Buffer.from(await writeXlsx({ sheets: [{ name: '数据', rows, cells }] }))
    const { accessPath } = (await upload(admin, { name: '账号.xlsx', content })).data
    const result = await admin.ok('account.importSheet', { xlsxPath: accessPath, checkOnly: true })
    expect(result).toMatchObject({ imported: 0, refused: 1, first: [{ row: 2, reason: '账号“admin”已存在' }] })
  })
  it('leave as a sheet that comes in again, of the groups that one sees, by the codes 1120 and 1121', async () => {
    const { db } = server().deps
    const own = await groupOf(db, 'editor')
    const desk = await buildGroup(db, { title: '夜班', parentId: own })
    const codes = [PERMISSION.exportSheet, PERMISSION.importSheet]
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.account, settings: codes }])
    const editor = await server().as('editor')
    const came = await editor.ok('account.importSheet', {
      xlsxPath: await sent(editor, [
        TITLES,
        person('night1', { group: '夜班' }),
        person('night2', { group: '站点编辑' }),
        person('night3', { group: '超级管理员' }),
        person('night4', { group: '模板设计师' }),
      ]),
    })
    expect(came).toMatchObject({ imported: 1, refused: 3 })
    expect(came.first.map(({ reason }) => reason)).toEqual([
      '找不到管理员组“站点编辑”',
      '找不到管理员组“超级管理员”',
      '找不到管理员组“模板设计师”',
    ])
    const [titles, ...rows] = await fetched(await editor.ok('account.exportSheet', { roleId: desk }))
    expect(titles).toEqual([...TITLES.slice(0, 7), '状态', '最后登录时间', '最后登录IP', '登录总次数'])
    expect(rows).toEqual([['night1', '员工', 'E1', '13800000000', 'night1@example.com', '夜班', '', '启用', '', '', 0]])
    const all = (await fetched(await editor.ok('account.exportSheet', {}))).slice(1).map(([name]) => name)
    expect(all).toContain('editor')
    expect(all).not.toContain('admin')
    const again = await editor.ok('account.importSheet', {
      xlsxPath: await sent(editor, [titles as Cells[number], ['night5', ...(rows[0] ?? []).slice(1)] as Cells[number]]),
      unknownColumns: 'ask',
    })
    expect(again).toMatchObject({ imported: 1, asks: false })
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.account }])
    const reader = await server().as('editor')
    expect((await reader.call('account.exportSheet', {})).status).toBe(403)
    expect((await reader.call('account.importSheet', { xlsxPath: '/files/a.xlsx' })).status).toBe(403)
  })
})
