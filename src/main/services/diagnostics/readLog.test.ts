import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { logQuery } from '#shared/contract/diagnostics.ts'
import { createLog } from './log.ts'
import { readLog } from './readLog.ts'

const START = Date.parse('2026-11-23T08:00:00.000Z')
const line = (n: number, facts: object = {}): string =>
  `${JSON.stringify({ level: 30, time: new Date(START + n * 1000).toISOString(), area: 'sync', ...facts, msg: `line ${n}` })}\n`

async function aLog(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'host.log')
}
const read = (path: string, query: Parameters<typeof logQuery.parse>[0] = {}, most?: number) =>
  readLog(path, logQuery.parse(query), most)
const texts = async (path: string, query: object, most?: number): Promise<string[]> =>
  (await read(path, query, most)).entries.map(({ text }) => text)

it('100,000 lines: page by page to the first, each once, whatever moves aside meanwhile', async () => {
  const path = await aLog()
  for (let file = 0; file < 4; file++)
    await writeFile(`${path}.${file + 3}`, Array.from({ length: 20_000 }, (_, n) => line(file * 20_000 + n)).join(''))
  await writeFile(path, Array.from({ length: 20_000 }, (_, n) => line(80_000 + n)).join(''))
  const seen: string[] = []
  for (let before = ''; ;) {
    const { entries, next } = await read(path, { before }, 4000)
    seen.push(...entries.map(({ text }) => text))
    if (seen.length === 8000) {
      await rename(path, `${path}.7`)
      await writeFile(path, line(100_000))
    }
    if (!next) break
    before = next
  }
  expect(seen).toEqual(Array.from({ length: 100_000 }, (_, n) => `line ${99_999 - n}`))
})

it('answers what came since, for following', async () => {
  const path = await aLog()
  await writeFile(path, line(1) + line(2))
  const { entries } = await read(path)
  await appendFile(path, line(3) + line(4))
  const after = entries[0]?.id ?? ''
  expect(await texts(path, { after })).toEqual(['line 4', 'line 3'])
  await rename(path, `${path}.1`)
  await writeFile(path, line(5))
  expect(await texts(path, { after })).toEqual(['line 5', 'line 4', 'line 3'])
})

it('filters by level, time, area and text of the whole line', async () => {
  const path = await aLog()
  await writeFile(
    path,
    line(1) + line(2, { level: 40 }) + line(3, { level: 50, area: 'uploads' }) + line(4, { file: 'Über 图片.png' }),
  )
  expect(await texts(path, { level: 'warn' })).toEqual(['line 3', 'line 2'])
  expect(await texts(path, { level: 'error' })).toEqual(['line 3'])
  expect(await texts(path, { area: 'uploads' })).toEqual(['line 3'])
  expect(await texts(path, { text: 'über 图片' })).toEqual(['line 4'])
  expect(await texts(path, { from: START + 2000, to: START + 3000 })).toEqual(['line 3', 'line 2'])
  expect(await texts(path, { text: 'nothing' })).toEqual([])
})

it('leaves out a line that a crash cut off, and reads what the log itself writes', async () => {
  const path = await aLog()
  const log = createLog(path)
  log.area('network').error('two\nlines', { code: 'ECONNREFUSED' })
  await appendFile(path, '{"level":30,"ti')
  expect((await read(path)).entries).toMatchObject([
    { level: 'error', area: 'network', text: 'two\nlines', facts: expect.stringContaining('ECONNREFUSED') },
  ])
  expect(await read(join(path, '..', 'none.log'))).toEqual({ entries: [], next: '' })
})
