import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putBesideServer } from '#tests/builders/templateFiles.ts'
import type { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import type { ServerProcess } from './harness/process.ts'
import { type Servers, startServers } from './harness/twoServers.ts'

const SLOW = { timeout: 300_000 }
/** Of the copied template: enough that two copies of it meet. */
const FILES = 3000

async function fillTemplate({ dataDir, databaseUrl }: Servers): Promise<void> {
  const pages = Array.from({ length: FILES }, (_none, i): [string, string] => [`many/${i}.html`, '<p>页</p>'])
  await putBesideServer({ dataDir, databaseUrl }, 'corporate', pages)
}

const copyForm = (name: string) => ({
  id: 1,
  title: `分站 ${name}`,
  symbol: name,
  folder: name,
  domain: `${name}.example.com`,
})
const copied = async ({ admins }: Servers, name: string): Promise<number | undefined> =>
  (await admins[0]?.ok('templateFile.list', { path: `${name}/many` }))?.length

describe.skipIf(whyNoPostgres())('two server processes over one PostgreSQL database', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  it('copy one site at once, each whole', SLOW, async () => {
    const servers = await startServers(cluster, 2)
    await fillTemplate(servers)
    let together = 0
    for (let round = 0; round < 3; round++) {
      const names = servers.admins.map((_, at) => `round${round}at${at}`)
      const jobs = await Promise.all(
        servers.admins.map(async (admin, at) => admin.ok('site.copy', copyForm(names[at] ?? ''))),
      )
      const [one] = servers.admins as [TestClient]
      const states = () => Promise.all(jobs.map(({ jobId }) => one.ok('job.findById', { id: jobId })))
      await expect
        .poll(
          async () => {
            const now = (await states()).map(({ state }) => state)
            if (now.every((state) => state === 'running')) together += 1
            return now.every((state) => state !== 'queued' && state !== 'running')
          },
          { timeout: 120_000, interval: 20 },
        )
        .toBe(true)
      expect(await states()).toMatchObject(jobs.map(() => ({ state: 'done', message: '已完成' })))
      for (const name of names) {
        expect((await one.ok('site.page', { key: name })).totalElements).toBe(1)
        expect(await copied(servers, name)).toBe(FILES)
      }
    }
    expect(together).toBeGreaterThan(0)
  })

  it('go on with the job of one that is killed, when its lease has run out', SLOW, async () => {
    const servers = await startServers(cluster, 2)
    await fillTemplate(servers)
    const [begins, goesOn] = servers.admins as [TestClient, TestClient]
    const [killed, idle] = servers.processes as [ServerProcess, ServerProcess]
    // It must not be the one that takes the job.
    idle.child.kill('SIGSTOP')
    const { jobId } = await begins.ok('site.copy', copyForm('outage'))
    await expect
      .poll(() => begins.ok('job.findById', { id: jobId }), { timeout: 60_000, interval: 20 })
      .toMatchObject({ state: 'running', message: expect.stringMatching(/（\d/) })
    await killed.kill('SIGKILL')
    idle.child.kill('SIGCONT')
    // Of old a job stood still for five minutes.
    await expect
      .poll(() => goesOn.ok('job.findById', { id: jobId }), { timeout: 120_000, interval: 200 })
      .toMatchObject({ state: 'done', message: '已完成' })
    expect((await goesOn.ok('site.page', { key: 'outage' })).totalElements).toBe(1)
    expect(await copied(servers, 'outage')).toBe(FILES)
  })
})
