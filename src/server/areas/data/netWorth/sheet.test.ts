import { beforeEach, expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

type Cells = Parameters<typeof sheetOf>[0]

const TITLES = ['产品代码', '产品名称', '净值日期', '单位净值', '累计净值', '基金收益', '七日年化收益率', '基金状态']
const sent = async (client: TestClient, rows: Cells): Promise<string> =>
  (await upload(client, { name: '净值.xlsx', content: await sheetOf(rows) })).data.accessPath

onBothDatabases('net values as sheets', (server) => {
  beforeEach(async () => {
    await server().deps.db.deleteFrom('net_worth').execute()
    await server().deps.db.deleteFrom('net_worth_product').execute()
  })

  it('come in with exact amounts; the answer says how many did, and which rows did not [B-217] [B-392] [B-393]', async () => {
    const admin = await server().as('admin')
    const day = new Date('2026-01-31T00:00:00Z')
    const filePath = await sent(admin, [
      TITLES,
      ['F001', '稳健一号', day, 1.0234, '1.10', 0.1 + 0.2, '3.21%', '开放'],
      ['F001', '稳健一号', '2026/2/1', '123456789012345.1234567890', '1,234.5', '', 1e-7, ''],
      ['F001', '稳健一号', '2026年1月31日', 1, '', '', '', ''],
      ['', '没有代码', day, 1, '', '', '', ''],
      ['F002', '稳健二号', '明天', '一块', '', '', '', ''],
    ])
    const answer = await admin.call('netWorth.importData', { filePath })
    expect(answer).toMatchObject({
      status: 200,
      msg: '已导入 2 条净值，3 行未导入，请按原因修正后重新导入',
      data: {
        imported: 2,
        refused: 3,
        first: [
          { row: 4, reason: '产品“F001”在 2026-01-31 已有净值' },
          { row: 5, reason: '“产品代码”不能为空' },
          { row: 6, reason: expect.stringMatching(/“净值日期”应为日期.*“单位净值”应为数字/) },
        ],
      },
    })
    const { content } = await admin.ok('netWorth.page', {})
    expect(
      content.map((row) => [row.nwTime, row.naValue, row.accumulValue, row.fundIncome, row.sevenAnnualized]),
    ).toEqual([
      ['2026-02-01', '123456789012345.1234567890', '1234.5', '', '0.0000001'],
      ['2026-01-31', '1.0234', '1.10', '0.3', '3.21'],
    ])
    const again = await sent(admin, [TITLES, ['F003', '稳健三号', day, 1, '', '', '', '']])
    expect(await admin.call('netWorth.importData', { filePath: again })).toMatchObject({
      msg: '导入成功，共导入 1 条净值',
    })
  })
  it('take the list’s own heading, and name columns that they do not know before anything is imported', async () => {
    const admin = await server().as('admin')
    const short = ['产品代码', '产品名称', '净值日期', '单位净值', '七日年化']
    const filePath = await sent(admin, [short, ['F010', '稳健十号', '2026-01-31', '1.0990', '2.5%']])
    expect(await admin.ok('netWorth.importData', { filePath, unknownColumns: 'ask' })).toMatchObject({
      imported: 1,
      unknown: [],
      asks: false,
    })
    const saved = async (): Promise<unknown[]> =>
      (await admin.ok('netWorth.page', {})).content.map((row) => [row.productCode, row.naValue, row.sevenAnnualized])
    expect(await saved()).toEqual([['F010', '1.0990', '2.5']])

    const wrong = await sent(admin, [
      [...short.slice(0, 4), '七日年化率', '备注'],
      ['F011', '稳健十一号', '2026-01-31', 1, '2.5%', '说明'],
    ])
    expect(await admin.call('netWorth.importData', { filePath: wrong, unknownColumns: 'ask' })).toMatchObject({
      msg: '表格中有无法识别的列：七日年化率、备注。尚未导入，请确认后继续',
      data: { imported: 0, refused: 0, unknown: ['七日年化率', '备注'], asks: true },
    })
    expect(await saved()).toHaveLength(1)
    // The sheet is still there; others' clients, which don't ask, import at once and are told.
    expect(await admin.ok('netWorth.importData', { filePath: wrong })).toMatchObject({
      imported: 1,
      unknown: ['七日年化率', '备注'],
      asks: false,
    })
    const both = await sent(admin, [
      [...short, '七日年化收益率'],
      ['F012', '稳健十二号', '2026-01-31', 1, 1, 2],
    ])
    expect((await admin.call('netWorth.importData', { filePath: both })).msg).toContain(
      '“七日年化”和“七日年化收益率”是同一列',
    )
  })
  it('take 10,000 rows with a broken one in the middle', async () => {
    const admin = await server().as('admin')
    const rows = Array.from({ length: 10_000 }, (_, i) => {
      const at = new Date(Date.UTC(2000, 0, 1 + Math.floor(i / 10))).toISOString().slice(0, 10)
      return [`P${i % 10}`, `产品${i % 10}`, at, i === 5000 ? '坏' : `${i}.0001`]
    })
    const filePath = await sent(admin, [TITLES.slice(0, 4), ...rows])
    expect(await admin.ok('netWorth.importData', { filePath })).toMatchObject({
      imported: 9999,
      refused: 1,
      first: [{ row: 5002, reason: '“单位净值”应为数字' }],
    })
    const last = (await admin.ok('netWorth.page', { productCode: 'P9', pageSize: 1 })).content[0]
    expect(last).toMatchObject({ productName: '产品9', naValue: '9999.0001' })
  }, 120_000)
  it('are xls or xlsx of at most 50 M, by the permission 1121, from a template [B-252] [B-254]', async () => {
    const admin = await server().as('admin')
    const text = await upload(admin, { name: 'a.css', content: 'x' })
    expect(await admin.call('netWorth.importData', { filePath: text.data.accessPath })).toMatchObject({
      msg: '请上传 xls,xlsx 的格式!',
    })
    const large = await sent(admin, [TITLES])
    const { db } = server().deps
    const size = 50 * 1024 * 1024 + 1
    await db.updateTable('attachment').set({ size }).where('accessPath', '=', large).execute()
    expect(await admin.call('netWorth.importData', { filePath: large })).toMatchObject({ msg: '文件大小不能大于50M!' })
    const address = await admin.ok('netWorth.sheetTemplate', {})
    const [titles] = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    expect(titles).toEqual([
      '产品代码*',
      '产品名称*',
      '产品类型',
      '净值日期*',
      '基金状态',
      '单位净值*',
      '累计净值',
      '基金收益',
      '七日年化收益率',
    ])
    const grant = async (...settings: number[]): Promise<TestClient> => {
      await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.netValue, settings }])
      return server().as('editor')
    }
    const none = await grant()
    const filePath = await sent(none, [TITLES, ['F001', '一', '2026-01-31', 1, '', '', '', '']])
    expect(await none.call('netWorth.importData', { filePath })).toMatchObject({ status: 403 })
    const importer = await grant(PERMISSION.importSheet)
    expect(await importer.call('netWorth.importData', { filePath })).toMatchObject({
      status: 200,
      data: { imported: 1 },
    })
  })
})
