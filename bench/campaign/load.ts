import { setTimeout as delay } from 'node:timers/promises'
import { ARTICLE, emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { type Random, randomOf } from '#tests/integration/approval/random.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { Installation, memoryOf } from './processes.ts'
import { type Part, quantile, startTimer } from './part.ts'

const USERS = 200
/** Pause between two calls of a user, ms: from the first value to the sum of both. */
const THINK_MS = [1000, 4000] as const
/** Interval of memory measurements. */
const MEMORY_INTERVAL_MS = 1000

type Work = (
  client: TestClient,
  data: { classId: number; ids: readonly number[] },
  random: Random,
) => Promise<{ status: number; msg: string }>

/** The mix of calls: weight, name and call. */
const MIX: readonly (readonly [weight: number, name: string, work: Work])[] = [
  [
    24,
    'content.page',
    (client, { classId }, random) =>
      client.call('content.page', { classId, page: 1 + Math.floor(random.next() * 5), size: 20 }),
  ],
  [
    8,
    'content.page by words',
    (client, { classId }) => client.call('content.page', { classId, key: '年度大会', size: 20 }),
  ],
  [
    16,
    'content.findById',
    (client, { classId, ids }, random) => client.call('content.findById', { classId, id: random.pick(ids) }),
  ],
  [
    10,
    'content.save',
    (client, { classId }, random) =>
      client.call('content.save', {
        classId,
        isStatus: false,
        fieldList: pairs({ ...ARTICLE, title: `稿件 ${random.next()}` }),
      }),
  ],
  [10, 'approval.taskingCount', (client) => client.call('approval.taskingCount', { siteId: 1 })],
  [8, 'column.getTree', (client) => client.call('column.getTree', { siteId: 1 })],
  [6, 'approval.taskList', (client) => client.call('approval.taskList', { state: 0, pageIndex: 1, pageSize: 20 })],
  [6, 'template.list', (client) => client.call('template.list', { size: 20 })],
  [6, 'site.page', (client) => client.call('site.page', {})],
  [6, 'log.page', (client) => client.call('log.page', { size: 20 })],
]

/** The mixed work of 200 users on one server in its own process. */
export const load: Part = async (options) => {
  const { minutes, seed, log } = options
  const installation = await Installation.start(options)
  try {
    const random = randomOf(seed)
    const admin = installation.admin()
    const { id: classId } = await emptyColumn(admin)
    const ids: number[] = []
    for (let at = 0; at < 40; at++) ids.push((await saveArticle(admin, classId, { title: `开始 ${at}` })).id)
    const times = new Map<string, number[]>()
    const errors = new Map<string, number>()
    const memory: number[] = []
    const hasTime = startTimer(minutes)
    const simulateUser = async (choices: Random): Promise<void> => {
      await delay(choices.next() * THINK_MS[1])
      do {
        const [, name, work] = pickCall(choices)
        const began = performance.now()
        const { status, msg } = await work(admin, { classId, ids }, choices).catch((error: unknown) => ({
          status: 0,
          msg: String(error),
        }))
        const list = times.get(name) ?? []
        list.push(performance.now() - began)
        times.set(name, list)
        if (status !== 200) errors.set(`${name}: ${status} ${msg}`, (errors.get(`${name}: ${status} ${msg}`) ?? 0) + 1)
        await delay(THINK_MS[0] + choices.next() * THINK_MS[1])
      } while (hasTime())
    }
    const memorySampler = (async () => {
      while (hasTime()) {
        memory.push(memoryOf(installation.pid))
        await delay(MEMORY_INTERVAL_MS)
      }
    })()
    await Promise.all([memorySampler, ...Array.from({ length: USERS }, () => simulateUser(random.fork()))])
    const all = [...times.values()].flat()
    await installation.killServer()
    const faults = [...errors].map(([what, count]) => `${count} × ${what}`)
    const formatTimes = (list: readonly number[]) =>
      `${quantile(list, 0.5).toFixed(0)}, ${quantile(list, 0.95).toFixed(0)}`
    return {
      figures: {
        calls: all.length,
        'all calls, ms (p50, p95)': formatTimes(all),
        ...Object.fromEntries([...times].map(([name, list]) => [`${name}, ms (p50, p95)`, formatTimes(list)])),
        'memory, MB (after a quarter, at the end)': `${quantile(memory.slice(0, Math.ceil(memory.length / 4)), 0.99).toFixed(0)}, ${(memory.at(-1) ?? 0).toFixed(0)}`,
      },
      faults: [...faults, ...(await installation.check(log))],
    }
  } finally {
    await installation.remove()
  }
}

function pickCall(random: Random): (typeof MIX)[number] {
  let remaining = random.next() * MIX.reduce((sum, [weight]) => sum + weight, 0)
  for (const each of MIX) {
    remaining -= each[0]
    if (remaining < 0) return each
  }
  return MIX[0] ?? pickCall(random)
}
