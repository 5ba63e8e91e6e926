import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ARTICLE, pairs } from '#tests/builders/content.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { embedded, postgres } from '../content/engines.ts'
import { startFilledServer, type FilledServer } from '../content/fill.ts'
import { withDatabase } from '../inProcess.ts'
import { otherRecordCounts, emptyLog, fillOtherRecords, TEMPLATE } from './growthFill.ts'
import { checkInstallation } from './installation.ts'
import { type Part, quantile, startTimer } from './part.ts'

const TIMES = 10
/**
 * Number of entries in the smaller installation; the larger one has ten times as many, and proportionally more other
 * records.
 */
const ROWS = Number(process.env['SITECRAFT_BENCH_ROWS'] ?? 20_000) / TIMES
/** Maximum ratio of a call's time with ten times the data. */
const MAX_RATIO = 2
/** Times below this are noise, ms. */
const NOISE_MS = 3
const ROUNDS = 9

type Measured = Record<string, number>

/** Times of the main calls with data of one size and ten times that size, on one machine one after the other. */
export const growth: Part = async ({ minutes, database, log }) => {
  const engine = database === 'sqlite' ? embedded : postgres
  const missing = engine.missing()
  if (missing) throw new Error(missing)
  const running = [await startFilledServer(engine, ROWS), await startFilledServer(engine, ROWS * TIMES)] as const
  try {
    for (const [at, each] of running.entries()) {
      const rows = at === 0 ? ROWS : ROWS * TIMES
      log(`${rows} entries, ${JSON.stringify(otherRecordCounts(rows))}`)
      await fillOtherRecords(each, clientOf(each), rows)
    }
    // Gives the event loop time to see connections that the servers closed meanwhile.
    await delay(2000)
    const best: [Measured, Measured] = [{}, {}]
    const hasTime = startTimer(minutes)
    do {
      for (const at of [0, 1] as const)
        for (const [name, ms] of Object.entries(await measure(running[at])))
          best[at][name] = Math.min(best[at][name] ?? Infinity, ms)
    } while (hasTime())
    const [small, large] = best
    const names = Object.keys(small)
    const ratioOf = (name: string): number =>
      Math.max(large[name] ?? 0, NOISE_MS) / Math.max(small[name] ?? 0, NOISE_MS)
    const figures = Object.fromEntries(
      names.map((name) => [
        `${name}, ms at ${ROWS} and ${ROWS * TIMES} entries`,
        `${small[name]?.toFixed(1)}, ${large[name]?.toFixed(1)} (${ratioOf(name).toFixed(2)})`,
      ]),
    )
    const faults = names
      .filter((name) => ratioOf(name) > MAX_RATIO)
      .map((name) => `${name} takes ${ratioOf(name).toFixed(1)} times as long with ${TIMES} times the entries`)
    for (const each of running) faults.push(...(await checkFilled(each, log)))
    return { figures, faults }
  } finally {
    for (const each of running) await each.close()
    await engine.end()
  }
}

const clientOf = ({ url, token }: FilledServer): TestClient =>
  new TestClient(new URL('/', url).href.replace('[::1]', '127.0.0.1'), token)

/** Median time of each call, ms. */
async function measure(running: FilledServer): Promise<Measured> {
  const { classId } = running
  const client = clientOf(running)
  const { content } = await client.ok('content.page', { classId, size: 20 })
  const id = content[0]?.id ?? 0
  const calls: Record<string, () => Promise<unknown>> = {
    'content.page': () => client.ok('content.page', { classId, size: 20 }),
    'content.page, page 50': () => client.ok('content.page', { classId, page: 50, size: 20 }),
    'content.findById': () => client.ok('content.findById', { classId, id }),
    'content.updateSort': () => client.ok('content.updateSort', { classId, id, sort: 1 }),
    'column.getTree': () => client.ok('column.getTree', { siteId: 1 }),
    'approval.taskList': () => client.ok('approval.taskList', { state: 0, pageIndex: 1, pageSize: 20 }),
    'content.page, by words': () => client.ok('content.page', { classId, key: '蓝鲸', size: 20 }),
    'content.save': () =>
      client.ok('content.save', { classId, isStatus: false, fieldList: pairs({ ...ARTICLE, title: '又一篇' }) }),
    'home.overview': () => client.ok('home.overview', {}),
    'search.find': () => client.ok('search.find', { key: '蓝鲸' }),
    'log.page': () => client.ok('log.page', { size: 20 }),
    'log.page of a person': () => client.ok('log.page', { size: 20, accountId: 7 }),
    'attachment.page': () => client.ok('attachment.page', { size: 20 }),
    'attachment.page of a day': () =>
      client.ok('attachment.page', { size: 20, startTime: '2026-01-01', endTime: '2026-01-02' }),
    'account.page': () => client.ok('account.page', { size: 20 }),
    'templateFile.list': () => client.ok('templateFile.list', { path: `${TEMPLATE}/part-0` }),
    'templateFile.save': () =>
      client.ok('templateFile.save', {
        path: `${TEMPLATE}/part-0`,
        saveFileName: 'page-1.html',
        content: `<p>${Math.random()}</p>`,
      }),
  }
  const measured: Measured = {}
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await call()
      times.push(performance.now() - began)
    }
    measured[name] = quantile(times, 0.5)
  }
  return measured
}

/**
 * The earlier entries are still in the search index, and the log lines have no hash chain: both are fixed before the
 * check.
 */
async function checkFilled(running: FilledServer, say: (line: string) => void): Promise<string[]> {
  return withDatabase(running, async (db) => {
    await emptyLog(db)
    if (!running.databaseUrl)
      await sql`delete from content_words where rowid not in (select id from content)`.execute(db)
    return checkInstallation({ db, dataDir: running.dataDir, s3: undefined }, say)
  })
}
