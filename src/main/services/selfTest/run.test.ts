import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SelfTestReport } from '#shared/contract/selfTest.ts'
import { type Check, filesFolderOf, NotPossibleError, runAndPrintChecks, REPORT_FILE } from './run.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-self-test-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

const facts = () => ({ version: '1.2.3', host: 'electron' as const, folder, now: new Date(5) })
const report = async (): Promise<SelfTestReport> => JSON.parse(await readFile(join(folder, REPORT_FILE), 'utf8'))
const check = (id: string, run: Check['run']): Check => ({ id, title: `检查 ${id}`, run })

it('makes one check after the other, whatever becomes of them, and keeps the report up to date', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const seen: unknown[] = []
  const code = await runAndPrintChecks(
    [
      check('one', async () => {
        await writeFile(join(filesFolderOf(folder), 'a'), 'own file')
        return '3 个'
      }),
      check('two', () => Promise.reject(new NotPossibleError('没有钥匙串'))),
      check('three', () => Promise.reject(new Error('坏了'))),
      check('four', async () => {
        const { isFinished, points } = await report()
        seen.push(isFinished, points.length)
        throw new TypeError('不是自己的错误')
      }),
    ],
    facts(),
  )
  expect([code, seen]).toEqual([1, [false, 3]])
  const { points, ...rest } = await report()
  expect(rest).toMatchObject({ version: '1.2.3', host: 'electron', startedAt: 5, isFinished: true })
  expect(points.map(({ id, title, outcome, detail }) => [id, title, outcome, detail])).toEqual([
    ['one', '检查 one', 'passed', '3 个'],
    ['two', '检查 two', 'impossible', '没有钥匙串'],
    ['three', '检查 three', 'failed', '坏了'],
    ['four', '检查 four', 'failed', '不是自己的错误'],
  ])
  expect(points.every(({ ms }) => ms >= 0 && ms < 10_000)).toBe(true)
  expect((await readdir(folder)).toSorted()).toEqual(['self-test.json', 'self-test.txt'])
  const text = await readFile(join(folder, 'self-test.txt'), 'utf8')
  expect(printed).toHaveBeenCalledWith(`${text}\n报告：${folder}\n`)
})

it('is sound when nothing failed; a check that does not end has failed', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(
    await runAndPrintChecks(
      [check('one', async () => ''), check('two', () => Promise.reject(new NotPossibleError('x')))],
      facts(),
    ),
  ).toBe(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const endless = check('endless', () => (begin(), new Promise(() => undefined)))
  const code = runAndPrintChecks([endless], facts())
  await begun
  vi.advanceTimersByTime(59_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  expect(await code).toBe(1)
  expect((await report()).points).toMatchObject([{ outcome: 'failed', detail: '60 秒内未完成' }])
})
