import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '#shared/errors/index.ts'
import { sheetOf } from '#tests/builders/sheet.ts'
import { changedZip, filesIn, zipOf } from '#tests/builders/zip.ts'
import { dateColumn, decimalColumn, integerColumn, required, phoneColumn, textColumn } from './columns.ts'
import { SHEET_LIMITS, READ_THREADS } from './limits.ts'
import { type ReadOptions, readSheet } from './readSheet.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'tests', 'fixtures', 'sheet')
const NET_VALUE = {
  name: required(textColumn('产品名称')),
  day: required(dateColumn('日期')),
  count: integerColumn('份数', { min: 0 }),
  value: required(decimalColumn('净值')),
  phone: phoneColumn('客服电话'),
  note: textColumn('备注'),
}
const WORD = { word: required(textColumn('词语')) }

let temp = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'sitecraft-sheet-'))
})
afterAll(() => rm(temp, { recursive: true, force: true }))

async function fileOf(bytes: Uint8Array): Promise<string> {
  const file = join(temp, crypto.randomUUID())
  await writeFile(file, bytes)
  return file
}

async function allOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

async function refusal(bytes: Uint8Array, options?: ReadOptions): Promise<string> {
  const file = await fileOf(bytes)
  const all = async (): Promise<never> => {
    const { rows } = await readSheet(file, WORD, options)
    for await (const row of rows) void row
    throw new Error('it was read')
  }
  return all().catch((error: AppError) => `${error.code}: ${error.message}`)
}

describe('reading a sheet', () => {
  it.each(['netValue.xls', 'netValue.xlsx'])('finds columns by title and types each cell: %s', async (name) => {
    const { titles, rows } = await readSheet(join(FIXTURES, name), NET_VALUE)
    expect(titles.row).toBe(3)
    const read = await allOf(rows)
    expect(read).toMatchObject([
      {
        row: 4,
        values: { name: '稳健一号', day: '2026-01-31', count: 1200, value: 1.0325, phone: '01088886666', note: '' },
      },
      { row: 6, reason: '“份数”不能小于 0' },
      { row: 7, values: { name: '稳健三号', day: '2026-02-03', count: 5, value: 2, phone: '' } },
    ])
  })
  it('knows its titles by any width and spacing, with marks, in any order', async () => {
    const bytes = await sheetOf([[null, '净值*', ' 产　品 名称：', '日期'], [], [null, 1, '甲', 46053]])
    const { rows } = await readSheet(await fileOf(bytes), NET_VALUE)
    expect(await allOf(rows)).toMatchObject([{ row: 3, values: { name: '甲', value: 1, day: '2026-01-31' } }])
  })
  it('names every reason of a row, by column', async () => {
    const { rows } = await readSheet(
      await fileOf(
        await sheetOf([
          ['产品名称', '日期', '净值'],
          ['', '昨天', 'x'],
        ]),
      ),
      NET_VALUE,
    )
    expect(await allOf(rows)).toMatchObject([
      { row: 2, reason: '“产品名称”不能为空；“日期”应为日期，例如 2026-01-31；“净值”应为数字' },
    ])
  })
  it('says which columns are missing, or there twice', async () => {
    const read = async (rows: string[][]) => readSheet(await fileOf(await sheetOf(rows)), NET_VALUE)
    await expect(
      read([
        ['产品名称', '备注'],
        ['甲', '乙'],
      ]),
    ).rejects.toThrow('表格缺少“日期”、“净值”列')
    await expect(read([['产品名称', '日期', '净值', '日期'], []])).rejects.toThrow('第 1 行有两个“日期”列')
    await expect(read([])).rejects.toThrow('没有内容')
  })
  it('hands over rows in the order of the file, however many, and stops when the caller does', async () => {
    const words = Array.from({ length: 3000 }, (_, i) => [`词${i}`])
    const file = await fileOf(await sheetOf([['词语'], ...words]))
    const { rows } = await readSheet(file, WORD)
    expect((await allOf(rows)).map(({ row }) => row)).toEqual(words.map((_, i) => i + 2))
    const { rows: some } = await readSheet(file, WORD)
    expect(await some.next()).toMatchObject({ value: { values: { word: '词0' } } })
    await some.return()
    const stop = new AbortController()
    const { rows: cut } = await readSheet(file, WORD, { signal: stop.signal })
    await cut.next()
    stop.abort()
    await expect(allOf(cut)).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('what is no sheet, or too much of one', () => {
  it('is refused with what to do', async () => {
    expect(await refusal(Buffer.from('<html><table><tr><td>词语</td></tr></table>'))).toMatch(
      /^unsupported: .*不是 Excel 表格.*另存为 xlsx/,
    )
    expect(await refusal(new Uint8Array())).toMatch(/^unsupported: /)
    expect(await refusal(await readFile(join(FIXTURES, 'excel95.xls')))).toMatch(/^unsupported: .*Excel 95/)
    expect(await refusal((await sheetOf([['词语']])).subarray(0, 500))).toMatch(/^invalid: .*已损坏/)
    expect(await refusal(zipOf([{ name: 'readme.txt', content: 'no workbook' }]))).toMatch(/^invalid: .*已损坏/)
    const xls = await readFile(join(FIXTURES, 'netValue.xls'))
    expect(await refusal(xls.subarray(0, 1500))).toMatch(/^invalid: .*已损坏/)
  })
  it('is refused when it has a password', async () => {
    const sheets = [{ name: '数据', rows: [['词语']] }]
    const locked = await writeXlsx({ sheets, encryption: { password: 'x', spinCount: 1000 } })
    expect(await refusal(locked)).toMatch(/^unsupported: .*密码/)
    const xls = Buffer.from(await readFile(join(FIXTURES, 'netValue.xls')))
    const first = xls.indexOf(Buffer.from('0908100000060500', 'hex'))
    // The record of the encryption comes right after the first one.
    xls.writeUInt16LE(0x2f, first + 20)
    expect(await refusal(xls)).toMatch(/^unsupported: .*密码/)
  })
  it('is refused by size, rows and text', async () => {
    const bytes = await sheetOf([['词语'], ['甲'], ['乙'.repeat(1000)], ['丙']])
    const within = (limits: Partial<typeof SHEET_LIMITS>) => refusal(bytes, { limits: { ...SHEET_LIMITS, ...limits } })
    expect(await within({ bytes: 100 })).toMatch(/^too-large: .*分成多个文件/)
    expect(await within({ rows: 3 })).toMatch(/^too-large: .*超过 2 行/)
    expect(await within({ characters: 900 })).toMatch(/^too-large: .*文字过多/)
    expect(await within({ unpackedBytes: 2000 })).toMatch(/^too-large: .*解压/)
  })
  it('is refused before it unpacks to gigabytes', async () => {
    const text = Buffer.alloc(SHEET_LIMITS.textBytes + 1, 0x20)
    const bomb = changedZip(await sheetOf([['词语'], ['甲']]), { 'xl/sharedStrings.xml': () => text })
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await refusal(bomb)).toMatch(/^too-large: .*解压后过大/)
  })
  it('waits while as many are being read as fit into the memory', async () => {
    const file = await fileOf(await sheetOf([['词语'], ['甲'], ['乙']]))
    const reading = await Promise.all(Array.from({ length: READ_THREADS }, () => readSheet(file, WORD)))
    const threads = await Promise.all(reading.map(({ rows }) => rows.next()))
    expect(threads.map(({ done }) => done)).toEqual(reading.map(() => false))
    const gone = new AbortController()
    const given = readSheet(file, WORD, { signal: gone.signal })
    const waiting = readSheet(file, WORD)
    expect(await Promise.race([waiting, setTimeout(1500, 'waits')])).toBe('waits')
    gone.abort()
    await expect(given).rejects.toMatchObject({ code: 'cancelled' })
    await reading[0]?.rows.return()
    expect(await allOf((await waiting).rows)).toHaveLength(2)
    for (const { rows } of reading) await rows.return()
  })
  it('is refused when a part is larger than its entry says', async () => {
    const sheet = await sheetOf([['词语'], ...Array.from({ length: 2000 }, () => ['甲'.repeat(50)])])
    const parts = [...filesIn(sheet)].map(([name, content]) =>
      name.endsWith('sheet1.xml') ? { name, content, size: 1000 } : { name, content },
    )
    expect(await refusal(zipOf(parts))).toMatch(/^(invalid|too-large): /)
  })
})
