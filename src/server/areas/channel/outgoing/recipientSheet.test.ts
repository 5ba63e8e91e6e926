import { describe, expect, it } from 'vitest'
import { sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { parseCsvRows } from '#server/sheets/csv.ts'
import { SHEET_LIMITS } from '#server/sheets/limits.ts'

onBothDatabases('recipients from a sheet', (server) => {
  const sent = async (name: string, content: Buffer | Uint8Array): Promise<string> =>
    (await upload(await server().as('admin'), { name, content: Buffer.from(content) })).data.accessPath

  it('are the column with most of them; a broken line is named, the others are taken', async () => {
    const admin = await server().as('admin')
    const rows = [
      ['姓名', '手机', '备用手机'],
      ['张三', 13_800_000_001, '139 0000 0001'],
      ['李四', '138000', ''],
      ['王五', '+86 138-0000-0003', '12'],
      ['赵六', '13800000001', null],
      ['钱七', null, null],
    ]
    const xlsxPath = await sent('名单.xlsx', await sheetOf(rows))
    expect(await admin.ok('recipientSheet.read', { xlsxPath, kind: 'phone' })).toEqual({
      columns: [
        { index: 0, title: '姓名', fits: 0 },
        { index: 1, title: '手机', fits: 3 },
        { index: 2, title: '备用手机', fits: 1 },
      ],
      column: 1,
      list: ['13800000001', '13800000003'],
      wrong: 1,
      repeated: 1,
      first: [{ row: 3, value: '138000' }],
    })
    expect(await admin.ok('recipientSheet.read', { xlsxPath, kind: 'phone', column: 2 })).toMatchObject({
      column: 2,
      list: ['13900000001'],
      first: [{ row: 4, value: '12' }],
    })
    expect(await admin.ok('recipientSheet.read', { xlsxPath, kind: 'email' })).toMatchObject({ list: [], column: 0 })
  })
  it('come from CSV files as well, without titles', async () => {
    const admin = await server().as('admin')
    const csv = '\ufeffa@example.com,甲\r\n"B <b@例子.中国>","乙,\r\n丙"\r\nb@,丁\r\nA@example.com,戊\r\n'
    expect(await admin.ok('recipientSheet.read', { csv, kind: 'email' })).toMatchObject({
      columns: [
        { index: 0, title: '第 1 列', fits: 3 },
        { index: 1, title: '甲', fits: 0 },
      ],
      list: ['a@example.com', 'b@例子.中国'],
      wrong: 1,
      repeated: 1,
      first: [{ row: 3, value: 'b@' }],
    })
  })
  it('are 100,000 in one file, and never those of another person’s file', { timeout: 60_000 }, async () => {
    const admin = await server().as('admin')
    const lines = Array.from({ length: 100_000 }, (_, at) => `u${at}@example.com`)
    const read = await admin.ok('recipientSheet.read', { csv: lines.join('\n'), kind: 'email' })
    expect(read.list).toEqual(lines)
    const xlsxPath = await sent('名单.xlsx', await sheetOf([['a@example.com']]))
    const editor = await server().as('editor')
    expect((await editor.call('recipientSheet.read', { xlsxPath, kind: 'email' })).status).toBeGreaterThanOrEqual(403)
    expect(await admin.call('recipientSheet.read', { kind: 'email' })).toMatchObject({ msg: '请提供一个表格' })
    const empty = await admin.call('recipientSheet.read', { csv: ' \n,,\n', kind: 'email' })
    expect(empty.msg).toBe('表格的第一个工作表没有内容，请填写后重新上传')
  })
})

describe('a CSV file', () => {
  it.each([
    ['a,b\nc,d', [['a', 'b'], ['c', 'd']]], // prettier-ignore
    ['a;b\r\n\r;c\r\n', [['a', 'b'], ['', 'c']]], // prettier-ignore
    ['a\tb\tc,d', [['a', 'b', 'c,d']]],
    ['"a ""b""",\'c\'', [['a "b"', "'c'"]]],
    ['"a\nb",c', [['a\nb', 'c']]],
    ['a,', [['a', '']]],
    ['"never closed', [['never closed']]],
    ['', []],
  ])('is read into its cells (%#)', (text, cells) => {
    expect(parseCsvRows(text, SHEET_LIMITS).map((row) => row.cells)).toEqual(cells)
  })
})
