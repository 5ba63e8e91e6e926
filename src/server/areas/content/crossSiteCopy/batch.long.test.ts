import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

/** Most that is copied within the source column in one call. */
const PART = 500

/** What the process's memory rose to while it worked, bytes, and how long that took, ms. */
interface Cost {
  heap: number
  time: number
}

setFlagsFromString('--expose-gc')
/** What is left of the work before would hide what this one takes. */
const collect = runInNewContext('gc') as () => void

async function costOf(work: () => Promise<void>): Promise<Cost> {
  collect()
  const before = process.memoryUsage().heapUsed
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 20)
  const from = performance.now()
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return { heap: most - before, time: performance.now() - from }
}

/** Runs a rule over `total` entries of which the middle one can't be read. */
async function runWithOneBroken(server: TestServer, total: number): Promise<Cost> {
  const { db } = server.deps
  const admin = await server.as('admin')
  const source = await emptyColumn(admin)
  const siteId = await buildSite(db)
  const target = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: siteId })
  const idsOf = async (classId: number): Promise<number[]> => {
    const rows = await db.selectFrom('content').select('id').where('classId', '=', classId).orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  await saveArticle(admin, source.id, {}, { isStatus: false })
  for (let ids = await idsOf(source.id); ids.length < total; ids = await idsOf(source.id)) {
    const copyIdsFrom = ids.slice(0, Math.min(PART, total - ids.length))
    await admin.ok('content.copy', { classId: source.id, copyIdsFrom, isCut: false, toMenuId: source.id })
  }
  const sources = await idsOf(source.id)
  const broken = sources[Math.floor(total / 2)] ?? 0
  await db.updateTable('content').set({ fields: '{"title":' }).where('id', '=', broken).execute()
  const { id } = await admin.ok('copyRule.save', {
    title: `整批 ${total}`,
    isRun: false,
    sourceSiteId: 1,
    sourceMenuId: source.id,
    targetSiteId: siteId,
    targetMenuId: target.id,
    rules: ['title', 'content'].map((name) => ({ sourceField: name, targetField: name })),
  })
  const cost = await costOf(async () => {
    const { jobId } = await admin.ok('copyRule.run', { id, publishedOnly: false })
    const job = () => admin.ok('job.findById', { id: jobId })
    await expect.poll(async () => (await job()).endDate, { timeout: 300_000 }).not.toBe('')
    expect(await job()).toMatchObject({ state: 'done', progress: 100 })
  })
  // Each of the others has its one copy; the broken one says why it has none.
  const links = await db.selectFrom('copy_link').select('sourceId').where('ruleId', '=', id).execute()
  const copied = links.map(({ sourceId }) => sourceId).toSorted((a, b) => a - b)
  expect(copied).toEqual(sources.filter((each) => each !== broken))
  expect(await idsOf(target.id)).toHaveLength(total - 1)
  const lines = await db.selectFrom('copy_log').selectAll().where('ruleId', '=', id).execute()
  expect(lines).toHaveLength(total)
  expect(lines.filter(({ status }) => status === 0)).toMatchObject([
    { dataId: broken, targetId: 0, reason: expect.stringContaining('数据无法读取') },
  ])
  return cost
}

onBothDatabases('5,000 copies in one run', (_server, start) => {
  it(
    'one broken entry fails alone with its reason; time and memory grow no faster than the number',
    { timeout: 600_000 },
    async () => {
      const server = await start()
      const few = await runWithOneBroken(server, 1000)
      const many = await runWithOneBroken(server, 5000)
      console.info(`1,000 copies: ${print(few)}; 5,000 copies: ${print(many)}`)
      // Half as much again: the machine has other work, and what is collected when is the engine's.
      expect(many.time / few.time).toBeLessThan(5 * 1.5)
      expect(many.heap / few.heap).toBeLessThan(5 * 1.5)
    },
  )
})

const print = ({ heap, time }: Cost): string => `${Math.round(time)} ms, ${Math.round(heap / 2 ** 20)} MiB`
