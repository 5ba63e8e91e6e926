import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rowsIn } from '#tests/builders/sheet.ts'
import { textIn } from '#tests/builders/zip.ts'
import type { WriteColumn } from './writeSheet.ts'
import { writeSheetFile } from './writeSheetFile.ts'

const COLUMNS: WriteColumn<number>[] = [
  { title: '名称', width: 30, value: (row) => `=第${row}行` },
  { title: '次数', kind: 'number', value: (row) => row },
  { title: '日期', kind: 'date', value: (row) => (row % 2 === 0 ? new Date('2026-01-31T00:00:00Z') : null) },
]
/** So many go to a thread. */
const LONG = 5000
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  file = join(folder, 'a.xlsx')
})
afterEach(() => rm(folder, { recursive: true }))

const sheetXml = async (): Promise<string> =>
  textIn(await readFile(file), 'xl/worksheets/sheet1.xml').replace(/<row r="1".*?<\/row>/s, '')

it('writes a long sheet with a thread as a short one without: titles, kinds, widths, order', async () => {
  await writeSheetFile(COLUMNS, upTo(3), file)
  const short = await readFile(file)
  const start = (await sheetXml()).split('</sheetData>')[0] ?? ''
  await rm(file)
  await writeSheetFile(COLUMNS, upTo(LONG), file)
  expect((await sheetXml()).startsWith(start)).toBe(true)
  const rows = await rowsIn(await readFile(file))
  expect(rows).toHaveLength(LONG + 1)
  expect(rows.slice(0, 4)).toEqual(await rowsIn(short))
  expect(rows.map((row) => row[1]).slice(1)).toEqual(upTo(LONG))
})

it.each([999, 1000, 1001, 1200, 1400])('writes %i rows, none twice and none left out', async (count) => {
  await writeSheetFile(COLUMNS, upTo(count), file)
  expect((await rowsIn(await readFile(file))).map((row) => row[1]).slice(1)).toEqual(upTo(count))
})

it('takes no more rows than the thread has room for, and lets them go when it is cancelled', async () => {
  const stop = new AbortController()
  let [taken, isOver] = [0, false]
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) {
        if (taken === LONG) stop.abort()
        yield taken++
        if (taken % 500 === 0) await new Promise(setImmediate)
      }
    } finally {
      isOver = true
    }
  }
  await expect(writeSheetFile(COLUMNS, endless(), file, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
  expect(isOver).toBe(true)
  expect(taken).toBeLessThan(LONG + 1000)
  // Nobody writes into it any more.
  await rm(file, { force: true })
  await new Promise(setImmediate)
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
})

it('throws the error of a late row', async () => {
  function* broken(): Generator<number> {
    yield* upTo(LONG)
    throw new Error('the database is gone')
  }
  await expect(writeSheetFile(COLUMNS, broken(), file)).rejects.toThrow('the database is gone')
})

it('throws an error of the disk in Chinese, and ends the rows', async () => {
  await writeFile(file, 'x')
  let isOver = false
  function* rows(): Generator<number> {
    try {
      for (let at = 0; ; at += 1) yield at
    } finally {
      isOver = true
    }
  }
  await expect(writeSheetFile(COLUMNS, rows(), file)).rejects.toMatchObject({ code: 'conflict' })
  expect(isOver).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('x')
})

it('leaves the loop to others while it writes', async () => {
  let turns = 0
  const count = setInterval(() => (turns += 1), 1)
  const before = performance.eventLoopUtilization()
  await writeSheetFile(COLUMNS, upTo(100_000), file)
  clearInterval(count)
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.8)
  expect(turns).toBeGreaterThan(10)
}, 120_000)

it('holds few of the rows when they are long', async () => {
  const module = join(import.meta.dirname, 'writeSheetFile.ts')
  // 145 texts of 14 MB each, 2 GB in all, through a heap of 128 MB.
  const program = `
    import { writeSheetFile } from ${JSON.stringify(module)}
    const columns = Array.from({ length: 3 }, (_, c) => ({ title: '列' + c, value: (row) => row }))
    async function* rows() { for (let i = 0; i < 145; i++) yield '第' + i + '行' + 'x'.repeat(14e6) }
    const cut = await writeSheetFile(columns, rows(), ${JSON.stringify(file)})
    console.log(cut.message().slice(0, 40))`
  const script = join(folder, 'long.mjs')
  await writeFile(script, program)
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--max-old-space-size=128', script], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toContain('第 2 行“列0”')
}, 180_000)
