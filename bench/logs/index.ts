import { formatDateTime } from '#shared/util/dates.ts'
import { withDatabase } from '../inProcess.ts'
import { FIRST_LINE_TIME, fillLog } from './fill.ts'
import { type Server, startServerWith } from './server.ts'

const FEW = 100_000
/** SITECRAFT_BENCH_LOG sets another number of lines for a trial. */
const MANY = Number(process.env['SITECRAFT_BENCH_LOG'] ?? 10_000_000)
const EXPORTED = Math.min(MANY, 1_000_000)
const ROUNDS = 9

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
async function time(job: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await job()
  return performance.now() - began
}
async function medianOf(job: () => Promise<unknown>): Promise<number> {
  await job()
  const times = []
  for (let round = 0; round < ROUNDS; round++) times.push(await time(job))
  return median(times)
}

const EVERYTHING = { page: 1, size: 10, key: '', accountId: 0, area: '', result: '' } as const
const at = (line: number): string => formatDateTime(FIRST_LINE_TIME + line * 1000)
/** An hour in the middle of the log. */
const hour = (lines: number) => ({ postTimeBegin: at(lines / 2), postTimeEnd: at(lines / 2 + 3600) })

const PAGES: { name: string; input: (lines: number) => object }[] = [
  { name: 'the newest', input: () => ({}) },
  { name: 'an hour', input: hour },
  { name: 'page 50 of an hour', input: (lines) => ({ ...hour(lines), page: 50 }) },
  { name: 'one person', input: () => ({ accountId: 7 }) },
  { name: 'one site, refused', input: () => ({ siteId: 7, result: 'refused' }) },
  { name: 'a keyword without hits', input: () => ({ key: '找不到的词' }) },
]

/** Pages of the operation log with ten million lines and with 100,000, and an export of a million lines. */
export async function logs(): Promise<void> {
  const few = await startServerWith((dataDir) => withDatabase({ dataDir }, (db) => fillLog(db, FEW)))
  const many = await startServerWith((dataDir) => withDatabase({ dataDir }, (db) => fillLog(db, MANY)))
  for (const { name, input } of PAGES) {
    const page = (server: Server, lines: number) => () => server.call('log.page', { ...EVERYTHING, ...input(lines) })
    const [small, large] = [await medianOf(page(few, FEW)), await medianOf(page(many, MANY))]
    const ratio = (large / small).toFixed(2)
    console.log(
      `log, ${name}: ${large.toFixed(1)} ms of ${MANY} lines, ${small.toFixed(1)} ms of ${FEW}; ratio ${ratio}`,
    )
  }
  await few.close()
  for (const rows of [EXPORTED / 10, EXPORTED]) {
    const wanted = { key: '', accountId: 0, area: '', result: '', postTimeBegin: at(0), postTimeEnd: at(rows - 1) }
    let peakBytes = 0
    const before = process.memoryUsage.rss()
    const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss() - before)), 50)
    const ms = await time(() => many.call('log.exportSheet', wanted as never))
    clearInterval(watch)
    console.log(
      `export of ${rows} lines: ${(ms / 1000).toFixed(1)} s, at most ${Math.round(peakBytes / 1e6)} MB more memory`,
    )
  }
  await many.close()
}
