import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startServers } from './harness/twoServers.ts'

const WORKERS = 8
/** Acknowledged on the process that goes before it is told to go, and by the other one after that. */
const BEFORE = 40
const AFTER = 60

interface Post {
  token: string
  title: string
  agent: Agent
}

/** Answers `elsewhere` when nothing listens: nothing was sent, so a balancer takes the next process. */
function save(url: string, { token, title, agent }: Post): Promise<number | 'elsewhere'> {
  const body = JSON.stringify({ title, siteId: 1 })
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(
      new URL('api/cebest-cms/label-category/save', url),
      { method: 'POST', agent, headers },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve('elsewhere') : reject(error),
    )
    outgoing.end(body)
  })
}

describe.skipIf(whyNoPostgres())('a process that is restarted under load', { timeout: 120_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  it('loses no request: each is answered by it or by the other process, and stored once', async () => {
    const { processes, admins } = await startServers(cluster, 2)
    const [going, staying] = processes
    const [first, second] = admins
    if (!going || !staying || !first || !second) throw new Error('two processes were to start')
    const token = second.token ?? ''
    const agent = new Agent({ keepAlive: true })
    const done: { title: string; status: number; by: number }[] = []
    const lost: unknown[] = []
    const run: { stopped: Promise<unknown> | null; isOver: boolean } = { stopped: null, isOver: false }
    const answeredBy = (which: number) => done.filter(({ by }) => by === which).length

    async function work(worker: number): Promise<void> {
      for (let turn = 0; !run.isOver && lost.length === 0; turn++) {
        const title = `分类 ${worker}-${turn}`
        const order = (worker + turn) % 2 === 0 ? [0, 1] : [1, 0]
        for (const by of order) {
          const url = admins[by]?.url ?? ''
          const status = await save(url, { token, title, agent }).catch((error: unknown) => {
            lost.push(error)
            return 0
          })
          if (status === 'elsewhere') continue
          if (status !== 200) lost.push(status)
          done.push({ title, status, by })
          break
        }
        if (!run.stopped && answeredBy(0) >= BEFORE) run.stopped = going?.kill('SIGTERM') ?? null
        const since = answeredBy(0) + AFTER
        if (run.stopped && done.length >= BEFORE + since) run.isOver = true
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_none, worker) => work(worker)))
    expect(lost).toEqual([])
    expect(await run.stopped).toMatchObject({ code: 0 })
    const { content } = await second.ok('labelCategory.page', { siteId: 1, size: 10_000, page: 1 })
    const stored = content.map(({ title }) => title).filter((title) => title.startsWith('分类 '))
    expect(stored.toSorted()).toEqual(done.map(({ title }) => title).toSorted())
    agent.destroy()
  })
})
