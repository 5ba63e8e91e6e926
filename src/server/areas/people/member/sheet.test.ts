import { writeXlsx } from 'hucre'
import { beforeEach, expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildMember } from '#tests/builders/member.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

type Cells = Parameters<typeof sheetOf>[0]
const TITLES = ['账号', '姓名', '手机号', '邮箱', '昵称', '性别', '生日', '会员组', '积分']
const sent = async (client: TestClient, rows: Cells): Promise<string> =>
  (await upload(client, { name: '会员.xlsx', content: await sheetOf(rows) })).data.accessPath
const fetched = async (address: string) => rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
const good = (userName: string, ...rest: (string | number)[]) => [userName, '张三', '13812345678', 'a@x.cn', ...rest]

onBothDatabases('members as sheets', (server) => {
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    await db.deleteFrom('member_group').execute()
    await db.deleteFrom('member_level').execute()
  })

  it('come in from a sheet: good rows are taken, the others are named with their reasons', async () => {
    const admin = await server().as('admin')
    await buildMember(server().deps.db, { userName: 'taken' })
    await admin.ok('memberGroup.save', { siteId: 1, name: '订阅' })
    await admin.ok('memberGroup.save', { siteId: 1, name: '伙伴' })
    await admin.ok('memberLevel.save', { siteId: 1, name: '银卡', startValue: 1000, endValue: 1999 })
    expect((await fetched(await admin.ok('member.sheetTemplate', {})))[0]).toEqual([
      '账号*',
      '姓名*',
      '手机号*',
      '邮箱*',
      ...TITLES.slice(4),
    ])
    const xlsxPath = await sent(admin, [
      TITLES,
      good('  王 五😀 ', '小五', '女', '1990-02-28', '订阅、伙伴', 1200),
      good('=1+1'),
      good('ＴＡＫＥＮ'),
      good('王  五😀'),
      ['', '没有账号', '13812345678', 'a@x.cn'],
      ['phone', '张三', 'abc', 'a@x.cn'],
      ['mail', '张三', '13812345678', 'a@b'],
      good('sex', '', '不明'),
      good('born', '', '', '2026-02-30'),
      good('group', '', '', '', '没有的组'),
      good('points', '', '', '', '', -1),
      good('长'.repeat(254)),
      good('长'.repeat(255)),
    ])
    const before = (await admin.ok('member.page', { siteId: 1 })).content
    const checked = await admin.ok('member.importData', { xlsxPath, siteId: 1, checkOnly: true })
    expect(checked).toMatchObject({ imported: 3, refused: 10 })
    expect((await admin.ok('member.page', { siteId: 1 })).content, 'nothing comes in').toEqual(before)
    const result = await admin.ok('member.importData', { xlsxPath, siteId: 1 })
    expect(result).toMatchObject({ imported: 3, refused: 10, first: checked.first })
    expect(result.first.map(({ row, reason }) => [row, reason])).toEqual([
      [4, '账号“ＴＡＫＥＮ”已存在'],
      [5, '账号“王  五😀”已存在'],
      [6, '“账号”不能为空'],
      [7, '请输入正确的手机号'],
      [8, '请输入正确的邮箱格式'],
      [9, '“性别”应为男、女之一'],
      [10, '“生日”应为日期，例如 2026-01-31'],
      [11, '该站点没有会员组“没有的组”'],
      [12, '“积分”不能小于 0'],
      [14, '“账号”不能超过 254 个字'],
    ])
    const { content } = await admin.ok('member.page', { siteId: 1 })
    expect(content.map(({ userName }) => userName)).toEqual(['长'.repeat(254), '=1+1', '王 五😀', 'taken'])
    expect(content[2]).toMatchObject({
      nickName: '小五',
      sex: '女',
      birthday: '1990-02-28',
      groupNames: ['订阅', '伙伴'],
      points: 1200,
      grade: '银卡',
      source: 'import',
      isEnable: true,
      hasPassword: false,
      headSculpture: '',
    })
  })
  it('with a formula are as the sheet shows them, and never run', async () => {
    const admin = await server().as('admin')
    const cells = new Map([['1,0', { formula: 'LOWER("MADE")', formulaResult: 'made' }]])
    const rows = [TITLES.slice(0, 4), good('')]
    const bytes = await writeXlsx({ sheets: [{ name: '数据', rows, cells }] })
    const file = await upload(admin, { name: '会员.xlsx', content: Buffer.from(bytes) })
    expect(await admin.ok('member.importData', { xlsxPath: file.data.accessPath, siteId: 1 })).toMatchObject({
      imported: 1,
      refused: 0,
    })
    expect((await admin.ok('member.page', { siteId: 1 })).content[0]?.userName).toBe('made')
  })
  it('take 3,000 rows with a broken one in the middle, and come in again as they went out', async () => {
    const admin = await server().as('admin')
    await admin.ok('memberGroup.save', { siteId: 1, name: '订阅' })
    await admin.ok('memberGroup.save', { siteId: 2, name: '订阅' })
    const rows = Array.from({ length: 3000 }, (_, i) =>
      i === 1500 ? ['', '没有账号'] : good(`member${i}`, '=SUM(A1)', '女', '1990-02-28', '订阅', i),
    )
    const result = await admin.ok('member.importData', { xlsxPath: await sent(admin, [TITLES, ...rows]), siteId: 1 })
    expect(result).toMatchObject({ imported: 2999, refused: 1, first: [{ row: 1502 }] })
    const out = await fetched(await admin.ok('member.outputData', { siteId: 1 }))
    expect(out).toHaveLength(3000)
    expect(out[0]).toEqual([...TITLES, '等级', '状态', '来源', '创建时间'])
    expect(out[1]?.slice(0, 12)).toEqual([
      ...good('member0', '=SUM(A1)', '女', '1990-02-28', '订阅', 0),
      '',
      '正常',
      'import',
    ])
    const again = await admin.ok('member.importData', { xlsxPath: await sent(admin, out as Cells), siteId: 2 })
    expect(again).toMatchObject({ imported: 2999, refused: 0, unknown: [] })
    expect(await fetched(await admin.ok('member.outputData', { siteId: 2, key: 'member2999' }))).toHaveLength(2)
  }, 120_000)
  it('go out as the account sees the list, by the codes 1120 and 1121, and that is logged', async () => {
    const { db } = server().deps
    await buildMember(db)
    const column = await db.selectFrom('site_column').select('id').where('siteId', '=', 1).executeTakeFirstOrThrow()
    const holding = async (...settings: number[]) => {
      await grantExactly(db, 'editor', [
        { siteId: 0, menuId: MENU.memberManage, settings },
        { siteId: 1, menuId: column.id },
      ])
      return server().as('editor')
    }
    const contacts = async (client: TestClient) => {
      const rows = await fetched(await client.ok('member.outputData', { siteId: 1 }))
      return rows[1]?.slice(2, 4)
    }
    expect(await contacts(await holding(PERMISSION.exportSheet))).toEqual(['138****5678', 'z***@example.com'])
    expect(await contacts(await holding(PERMISSION.exportSheet, PERMISSION.edit))).toEqual([
      '13812345678',
      'zhang.san@example.com',
    ])
    const lines = await db
      .selectFrom('operation_log')
      .select('username')
      .where('operation', '=', 'member.outputData')
      .execute()
    expect(lines.map(({ username }) => username).slice(-2)).toEqual(['editor', 'editor'])
  })
})
