import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { rowsIn } from '#tests/builders/sheet.ts'
import { textIn } from '#tests/builders/zip.ts'
import { textColumn } from './columns.ts'
import { type WriteColumn, writeSheet } from './writeSheet.ts'

interface Word {
  text: string | null
  count: number
  day: Date
}
const COLUMNS: WriteColumn<Word>[] = [
  { title: '词语', value: ({ text }) => text },
  { title: '电话', value: ({ count }) => count },
  { title: '次数', kind: 'number', value: ({ count }) => count },
  { title: '日期', kind: 'date', value: ({ day }) => day },
]
const DAY = new Date('2026-01-31T00:00:00Z')

async function written(rows: Word[]): Promise<Buffer> {
  const into = new PassThrough()
  const [bytes] = await Promise.all([buffer(into), writeSheet(COLUMNS, rows, into)])
  return bytes
}

describe('writing a sheet', () => {
  it('writes each kind so that it is read as it was', async () => {
    const bytes = await written([
      { text: ' 坏词\n第二行', count: 13800138000, day: DAY },
      { text: null, count: -1, day: DAY },
    ])
    expect(await rowsIn(bytes)).toEqual([
      ['词语', '电话', '次数', '日期'],
      ['坏词\n第二行', '13800138000', 13800138000, DAY],
      [null, '-1', -1, DAY],
    ])
  })
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x.example","y")'])(
    'keeps %o a text, in a cell that stays one when it is edited',
    async (text) => {
      const zip = Buffer.from(await written([{ text, count: 1, day: DAY }]))
      const sheet = textIn(zip, 'xl/worksheets/sheet1.xml')
      const [, style = ''] = /<c r="A2" t="inlineStr" s="(\d+)">/.exec(sheet) ?? []
      expect(sheet).not.toMatch(/<f[ >]/)
      const styles = textIn(zip, 'xl/styles.xml')
      const xf = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf numFmtId="(\d+)"/g)][Number(style)]?.[1]
      expect(styles).toContain(`<numFmt numFmtId="${xf}" formatCode="@"/>`)
    },
  )
  it('names the rows whose texts no cell takes whole, in the cell too, which no import reads', async () => {
    const rows = ['短', '长'.repeat(75_000), '满'.repeat(32_766), '过'.repeat(32_767)]
    const into = new PassThrough()
    const all = rows.map((text) => ({ text, count: 1, day: DAY }))
    const [bytes, cut] = await Promise.all([buffer(into), writeSheet(COLUMNS, all, into)])
    expect(cut.message()).toContain('没有写完整：第 3 行“词语”（75000 字）、第 5 行“词语”（32767 字），超过')
    const cells = (await rowsIn(bytes)).slice(1).map((row) => String(row[0]))
    expect(cells.map((text) => text.length)).toEqual([1, 32_767, 32_766, 32_767])
    expect(cells[1]).toMatch(/^长+…（内容不完整：原文 75000 字，超过 Excel 单元格的上限）$/)
    const read = cells.map((text) => textColumn('词语', 40_000).parse(text))
    expect(read.map((each) => 'value' in each)).toEqual([true, false, true, false])
    expect(read[1]).toEqual({ problem: expect.stringContaining('后面的文字可能已丢失') })
  })
  it('does not cut a rare character in half', async () => {
    for (const before of ['', '长']) {
      const [, row] = await rowsIn(await written([{ text: `${before}${'𠀀'.repeat(20_000)}`, count: 1, day: DAY }]))
      const text = String(row?.[0])
      expect(text.isWellFormed()).toBe(true)
      expect(text).toHaveLength(32_767)
    }
  })
  it('ends when it is cancelled', async () => {
    const stop = new AbortController()
    function* rows(): Generator<Word> {
      for (let i = 0; ; i++) {
        if (i === 5000) stop.abort()
        yield { text: '词', count: i, day: DAY }
      }
    }
    const into = new Writable({ write: (_chunk, _encoding, done) => done() })
    await expect(writeSheet(COLUMNS, rows(), into, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(into.destroyed).toBe(true)
  })
  it('writes 100,000 rows in the memory of a few', () => {
    const module = join(import.meta.dirname, 'writeSheet.ts')
    // Some 90 MB of XML, through a heap that holds half of it.
    const program = `
      import { Writable } from 'node:stream'
      import { writeSheet } from ${JSON.stringify(module)}
      const columns = Array.from({ length: 3 }, (_, c) => ({ title: '列' + c, value: (row) => row + '内容'.repeat(50) }))
      function* rows() { for (let i = 0; i < 100_000; i++) yield '第' + i + '行' }
      let bytes = 0
      const into = new Writable({ write(chunk, _encoding, done) { bytes += chunk.length; done() } })
      await writeSheet(columns, rows(), into)
      console.log(bytes)`
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--max-old-space-size=48', '--input-type=module', '-e', program],
      { encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(Number(stdout)).toBeGreaterThan(1_000_000)
  }, 180_000)
})
