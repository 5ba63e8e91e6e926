import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { textIn } from '#tests/builders/zip.ts'

type Cells = Parameters<typeof sheetOf>[0]

async function sent(client: TestClient, rows: Cells, name = '字典.xlsx'): Promise<string> {
  return (await upload(client, { name, content: await sheetOf(rows) })).data.accessPath
}
const fetched = async (address: string) => rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))

onBothDatabases('dictionaries as sheets', (server) => {
  /** The editor with the menu of dictionaries and the given codes on it. */
  async function editorWith(codes: number[]): Promise<TestClient> {
    const { db } = server().deps
    const { roleId } = await db
      .selectFrom('account')
      .select('roleId')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('role_grant').where('roleId', '=', roleId).where('menuId', '=', MENU.dictionary).execute()
    const settings = JSON.stringify(codes)
    await db.insertInto('role_grant').values({ roleId, siteId: 0, menuId: MENU.dictionary, settings }).execute()
    return server().as('editor')
  }

  it('leave as a sheet at an address of their own for an hour, which is no formula to anybody', async () => {
    const admin = await server().as('admin')
    await admin.ok('dictionary.save', { title: '=HYPERLINK("http://evil.example")', value: ['+1', '@x', '-2'] })
    const address = await admin.ok('dictionary.exportSheet', {})
    const [titles, ...rows] = await fetched(address)
    expect(titles).toEqual(['字典名称', '字典值', '创建时间'])
    expect(rows).toContainEqual(['性别', '男、女', expect.stringMatching(/^\d{4}-/)])
    expect((await fetched(await admin.ok('dictionary.exportSheet', { key: '性' }))).slice(1)).toEqual(
      rows.filter(([title]) => title === '性别' || title === '工作性质'),
    )
    expect(rows).toContainEqual(['=HYPERLINK("http://evil.example")', '+1、@x、-2', expect.anything()])
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
    expect(textIn(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('<f>')
    const head = await fetch(address, { method: 'HEAD' })
    expect(head.headers.get('content-disposition')).toContain(encodeURIComponent('字典.xlsx'))
    expect((await fetch(address.replace(/\/[\w-]{32}\//, `/${'a'.repeat(32)}/`))).status).toBe(404)
    server().clock.advance(61 * 60_000)
    expect(await server().nobody.send(address)).toMatchObject({ status: 404, msg: expect.stringContaining('过期') })
  })
  it('come in from a sheet: good rows are taken, the others are reported with row and reason', async () => {
    const admin = await server().as('admin')
    const [titles] = await fetched(await admin.ok('dictionary.sheetTemplate', {}))
    expect(titles).toEqual(['字典名称*', '字典值*'])
    const xlsxPath = await sent(admin, [
      ['字典值', '字典名称', '说明'],
      ['红、蓝', '颜色', '甲'],
      ['大，小', ' ', '乙'],
      [],
      ['男', '性别', '丙'],
      ['一、一', '重复', '丁'],
      ['晴、雨', '天气', '戊'],
      ['阴', '天气', '己'],
    ])
    const result = await admin.ok('dictionary.importSheet', { xlsxPath })
    expect(result).toMatchObject({ imported: 2, refused: 4 })
    expect(result.first).toEqual([
      { row: 3, reason: '“字典名称”不能为空' },
      { row: 5, reason: '字典“性别”已存在' },
      { row: 6, reason: '字典值“一”重复了，请删除一个' },
      { row: 8, reason: '字典“天气”已存在' },
    ])
    expect((await admin.ok('dictionary.page', { key: '颜色' })).content).toMatchObject([
      { value: ['红', '蓝'], siteId: 0 },
    ])
    const report = await fetched(`${server().url}api/sitecraft/sheet/${result.report}/x.xlsx`)
    expect(report).toEqual([
      ['字典值', '字典名称', '说明', '行号', '原因'],
      ['大，小', ' ', '乙', 3, '“字典名称”不能为空'].map((cell) => (cell === ' ' ? '' : cell)),
      ['男', '性别', '丙', 5, '字典“性别”已存在'],
      ['一、一', '重复', '丁', 6, '字典值“一”重复了，请删除一个'],
      ['阴', '天气', '己', 8, '字典“天气”已存在'],
    ])
    // The upload has served its purpose.
    expect(await admin.call('dictionary.importSheet', { xlsxPath })).toMatchObject({ status: 404 })
    // Corrected, the report goes in as it is.
    const again = report.map((row, i) => (i === 1 ? ['大，小', '尺寸', ...row.slice(2)] : row)) as Cells
    const second = await admin.ok('dictionary.importSheet', { xlsxPath: await sent(admin, again) })
    expect(second).toMatchObject({ imported: 1, refused: 3 })
    const left = await fetched(`${server().url}api/sitecraft/sheet/${second.report}/x.xlsx`)
    expect(left[0]).toEqual(['字典值', '字典名称', '说明', '行号', '原因'])
  })
  it('go out and come back as they were', async () => {
    const admin = await server().as('admin')
    const value = ['甲、乙', '丙；丁', '"引号"', '12"', '一，"二"', '三']
    await admin.ok('dictionary.save', { title: '带分隔符', value })
    await admin.ok('dictionary.save', { title: '只有一个', value: ['北京、上海'] })
    const before = await fetched(await admin.ok('dictionary.exportSheet', {}))
    await server().deps.db.deleteFrom('dictionary').execute()
    const { imported } = await admin.ok('dictionary.importSheet', { xlsxPath: await sent(admin, before as Cells) })
    expect(imported).toBe(before.length - 1)
    const after = await fetched(await admin.ok('dictionary.exportSheet', {}))
    expect(after.map((row) => row.slice(0, 2))).toEqual(before.map((row) => row.slice(0, 2)))
    expect((await admin.ok('dictionary.page', { key: '带分隔符' })).content).toMatchObject([{ value }])
    expect((await admin.ok('dictionary.page', { key: '只有一个' })).content).toMatchObject([{ value: ['北京、上海'] }])
  })
  it('take 10,000 rows with a broken one in the middle, for a site that is there, and none of them twice', async () => {
    const admin = await server().as('admin')
    const rows = Array.from({ length: 10_000 }, (_, i) => [`字典${i}`, i === 5000 ? '一、一' : '甲、乙'])
    const sheet = [['字典名称', '字典值'], ...rows]
    const imported = async (siteId: number) =>
      admin.call('dictionary.importSheet', { xlsxPath: await sent(admin, sheet), siteId })
    expect(await imported(1)).toMatchObject({
      status: 200,
      data: { imported: 9999, refused: 1, first: [{ row: 5002, reason: '字典值“一”重复了，请删除一个' }] },
    })
    const again = await imported(1)
    expect(again.data).toMatchObject({ imported: 0, refused: 10_000 })
    expect(again.data.first[0]).toEqual({ row: 2, reason: '字典“字典0”已存在' })
    expect(await imported(9001)).toMatchObject({ status: 404 })
  }, 120_000)
  it('without a row say so', async () => {
    const admin = await server().as('admin')
    const xlsxPath = await sent(admin, [['字典名称', '字典值'], []])
    expect(await admin.call('dictionary.importSheet', { xlsxPath })).toMatchObject({
      status: 400,
      msg: '表格只有标题，没有数据，请填写后重新上传',
    })
  })
  it('are refused in the words of the documents, and only one’s own uploads [B-255] [B-256]', async () => {
    const admin = await server().as('admin')
    const said = async (xlsxPath: string) => (await admin.call('dictionary.importSheet', { xlsxPath })).msg
    expect(await said((await upload(admin, { name: 'a.css', content: 'x' })).data.accessPath)).toBe(
      '请上传 xls,xlsx 的格式!',
    )
    expect(await said(await sent(admin, [['名称'], ['x']]))).toBe(
      '表格缺少“字典名称”、“字典值”列，请下载模板，按模板的标题填写后重新上传',
    )
    const large = await sent(admin, [['字典名称', '字典值']])
    await server()
      .deps.db.updateTable('attachment')
      .set({ size: 50 * 1024 * 1024 + 1 })
      .where('accessPath', '=', large)
      .execute()
    expect(await said(large)).toBe('文件大小不能大于50M!')
    const others = await sent(await server().as('designer'), [
      ['字典名称', '字典值'],
      ['甲', '乙'],
    ])
    expect(await admin.call('dictionary.importSheet', { xlsxPath: others })).toMatchObject({ status: 404 })
  })
  it('need permission 1120 to leave and 1121 to come in [A-208] [A-209]', async () => {
    const none = await editorWith([])
    expect(await none.call('dictionary.exportSheet', {})).toMatchObject({
      status: 403,
      msg: expect.stringContaining('导出'),
    })
    const out = await editorWith([PERMISSION.exportSheet])
    expect(await out.call('dictionary.exportSheet', {})).toMatchObject({ status: 200 })
    const form = {
      xlsxPath: await sent(out, [
        ['字典名称', '字典值'],
        ['站内', '甲'],
      ]),
      siteId: 1,
    }
    expect(await out.call('dictionary.importSheet', form)).toMatchObject({
      status: 403,
      msg: expect.stringContaining('导入'),
    })
    const both = await editorWith([PERMISSION.exportSheet, PERMISSION.importSheet])
    expect(await both.call('dictionary.importSheet', form)).toMatchObject({ status: 200, data: { imported: 1 } })
    expect(await both.call('dictionary.importSheet', { ...form, siteId: 0 })).toMatchObject({ status: 403 })
  })
  it('that came in say so, also when no report can be kept', async () => {
    const admin = await server().as('admin')
    const folder = join(server().deps.dataDir, 'sheets')
    await rm(folder, { recursive: true, force: true })
    // Nothing can be written below it.
    await writeFile(folder, '')
    onTestFinished(() => rm(folder, { force: true }))
    const header = ['字典名称', '字典值']
    const some = await sent(admin, [header, ['没有报告', '甲'], ['', '乙']])
    expect(await admin.ok('dictionary.importSheet', { xlsxPath: some })).toEqual({
      imported: 1,
      refused: 1,
      first: [{ row: 3, reason: '“字典名称”不能为空' }],
      report: '',
      unknown: [],
      asks: false,
    })
    const none = await sent(admin, [header, ['', '乙']])
    expect((await admin.call('dictionary.importSheet', { xlsxPath: none })).code).not.toBe(200)
  })
})
