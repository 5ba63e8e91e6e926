import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LISTENER_NAME } from '#server/db/listen.ts'
import { wakeUps } from '#server/wakeUps.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { hashOf } from '#tests/builders/template.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { databaseGate } from '#tests/fakes/databaseGate.ts'
import type { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './harness/server.ts'
import { startServers } from './harness/twoServers.ts'

/** In the time of a test, looking every ten seconds for what is new would find only some of them. */
const ROUNDS = 20

describe.skipIf(whyNoPostgres())('two servers that hear each other', () => {
  let cluster: Cluster
  let dataDir: string
  let databaseUrl: string
  const servers: TestServer[] = []
  const start = async (options: TestServerOptions): Promise<TestServer> => {
    const server = await startTestServer({ dataDir, databaseUrl, isClockStill: true, ...options })
    servers.push(server)
    return server
  }
  const hears = (server: TestServer) =>
    vi.waitFor(() => expect(wakeUps(server.deps).isListening).toBe(true), { timeout: 15_000 })
  let one: TestServer
  let two: TestServer

  beforeAll(async () => {
    cluster = await useCluster()
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-hear-'))
    databaseUrl = await cluster.createDatabase()
    one = await start({ runsJobs: false })
    two = await start({})
    await hears(one)
    await hears(two)
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const queue = async (admin: TestClient): Promise<number> => {
    const [column] = await admin.ok('column.getTree', { siteId: 1 })
    return (await admin.ok('statics.buildHTML', { siteId: 1, menuIds: [column?.id ?? 0] })).jobId
  }
  const stateOf = (admin: TestClient, id: number) => async () => (await admin.ok('job.findById', { id })).state
  const put = async (admin: TestClient, name: string) =>
    admin.ok('templateSync.put', {
      folder: 'starter',
      path: name,
      expected: null,
      sha256: await hashOf(name),
      content: Buffer.from(name).toString('base64'),
    })

  it('begin a job that the other one queued, though neither ever looks for jobs', async () => {
    const admin = await one.as('admin')
    await expect.poll(stateOf(admin, await queue(admin)), { timeout: 15_000 }).toBe('done')
  })

  it('answer who waits for a template as soon as the other one has saved a file', { timeout: 60_000 }, async () => {
    const [writer, reader] = [await one.as('admin'), await two.as('admin')]
    let { version } = await reader.ok('templateSync.wait', { folder: 'starter', since: 0, timeoutMs: 0 })
    for (let round = 0; round < ROUNDS; round++) {
      const waiting = reader.ok('templateSync.wait', { folder: 'starter', since: version, timeoutMs: 25_000 })
      await put(writer, `round${round}.txt`)
      const next = (await waiting).version
      expect(next).toBeGreaterThan(version)
      version = next
    }
  })

  it('tell who must agree of an entry that was saved at the other one', { timeout: 60_000 }, async () => {
    const [admin, editor] = [await one.as('admin'), await two.as('editor')]
    const column = await emptyColumn(admin)
    const nodes = [[await groupOf(one.deps.db, 'editor')]]
    await linkWorkflow(admin, column.id, await buildWorkflow(admin, { nodes }))
    await grantExactly(one.deps.db, 'editor', [{ siteId: 0, menuId: MENU.approvalTasks }])
    let { last, unread } = await editor.ok('notice.wait', { after: -1 })
    // An answer may tell of the new number before the notice itself.
    const told = async (): Promise<string[]> => {
      const news = await editor.ok('notice.wait', { after: last, unread, timeoutMs: 25_000 })
      ;({ last, unread } = news)
      return news.news.length > 0 ? news.news.map(({ title }) => title) : told()
    }
    for (let round = 0; round < ROUNDS; round++) {
      const waiting = told()
      await saveArticle(admin, column.id, { title: `年报 ${round}` })
      expect(await waiting).toEqual([`“年报 ${round}”等待审批`])
    }
    // What is read at one is read at the other.
    const again = editor.ok('notice.wait', { after: last, unread, timeoutMs: 25_000 })
    await (await one.as('editor')).ok('notice.markAllRead', {})
    expect((await again).unread).toBe(0)
  })

  it(
    'hear again after their connection was cut, and miss nothing of the time between',
    { timeout: 60_000 },
    async () => {
      const gate = await databaseGate(databaseUrl)
      const third = await start({ listenUrl: gate.url })
      await hears(third)
      const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like ${`${LISTENER_NAME}%`} and datname = current_database()`
      await cut.execute(one.deps.db)
      for (const server of [one, two, third]) await hears(server)

      // Two hears nothing more of jobs: only the third does them.
      const admin = await one.as('admin')
      const [reader] = [await third.as('admin')]
      gate.close()
      await expect.poll(() => wakeUps(third.deps).isListening).toBe(false)
      await two.close()
      servers.splice(servers.indexOf(two), 1)
      const id = await queue(admin)
      expect((await admin.ok('job.findById', { id })).state).toBe('queued')
      // Meanwhile who waits is answered by looking.
      const { version } = await reader.ok('templateSync.wait', { folder: 'starter', since: 0, timeoutMs: 0 })
      const waiting = reader.ok('templateSync.wait', { folder: 'starter', since: version, timeoutMs: 25_000 })
      await put(admin, 'while-deaf.txt')
      expect((await waiting).version).toBeGreaterThan(version)
      expect((await admin.ok('job.findById', { id })).state).toBe('queued')
      gate.open()
      await expect.poll(stateOf(admin, id), { timeout: 15_000 }).toBe('done')
      await hears(third)
    },
  )

  it('listen as processes too, and end in order', { timeout: 120_000 }, async () => {
    const { admins, processes } = await startServers(cluster, 2)
    for (const admin of admins) {
      const metrics = async () => (await admin.fetch('metrics')).text()
      await expect.poll(metrics, { timeout: 30_000 }).toContain('sitecraft_database_listening 1')
    }
    for (const server of processes) expect((await server.kill('SIGTERM')).code).toBe(0)
  })
})
