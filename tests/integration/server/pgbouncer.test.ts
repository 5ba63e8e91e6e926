import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { wakeUps } from '#server/wakeUps.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { hashOf } from '#tests/builders/template.ts'
import { type Pooler, startPgbouncer, whyNoPgbouncer } from './harness/pgbouncer.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

/** Fewer than those of one server's own pool. */
const CONNECTIONS = 4
const AT_ONCE = 40

describe.skipIf(whyNoPgbouncer() ?? whyNoPostgres())('servers behind PgBouncer in transaction mode', () => {
  let cluster: Cluster
  let pooler: Pooler
  let dataDir: string
  let direct: string
  const servers: TestServer[] = []
  const start = async (listenUrl: string): Promise<TestServer> => {
    const databaseUrl = pooler.urlOf(direct)
    const server = await startTestServer({ dataDir, databaseUrl, listenUrl, isClockStill: true })
    servers.push(server)
    return server
  }

  beforeAll(async () => {
    cluster = await useCluster()
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-pooled-'))
    direct = await cluster.createDatabase()
    pooler = await startPgbouncer(direct, CONNECTIONS)
    // The first one makes the tables, through the pooler too.
    await start(direct)
    await start(direct)
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await pooler.stop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('save for more people at once than it has connections', { timeout: 60_000 }, async () => {
    const admins = await Promise.all(servers.map((server) => server.as('admin')))
    const [first] = admins
    if (!first) throw new Error('no server')
    const column = await emptyColumn(first)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_none, at) =>
        saveArticle(admins[at % admins.length] ?? first, column.id, { title: `第 ${at} 条` }),
      ),
    )
    const { totalElements } = await first.ok('content.page', { classId: column.id, page: 1, size: 10 })
    expect(totalElements).toBe(AT_ONCE)
  })

  it('hear of each other through a connection of their own', { timeout: 60_000 }, async () => {
    const [one, two] = servers
    if (!one || !two) throw new Error('no servers')
    for (const { deps } of [one, two]) await expect.poll(() => wakeUps(deps).isListening).toBe(true)
    const [writer, reader] = [await one.as('admin'), await two.as('admin')]
    const { version } = await reader.ok('templateSync.wait', { folder: 'starter', since: 0, timeoutMs: 0 })
    const waiting = reader.ok('templateSync.wait', { folder: 'starter', since: version, timeoutMs: 25_000 })
    const content = Buffer.from('新文件')
    const sha256 = await hashOf(content)
    await writer.ok('templateSync.put', {
      folder: 'starter',
      path: '新文件.txt',
      expected: null,
      sha256,
      content: content.toString('base64'),
    })
    expect((await waiting).version).toBeGreaterThan(version)
  })

  it('notice that a LISTEN through it hears nothing, and work on by looking', { timeout: 60_000 }, async () => {
    const deaf = await start(pooler.urlOf(direct))
    const warned = vi.spyOn(deaf.deps.log, 'warn')
    await vi.waitFor(() => expect(JSON.stringify(warned.mock.calls)).toContain('SITECRAFT_DATABASE_LISTEN_URL'), 30_000)
    expect(wakeUps(deaf.deps).isListening).toBe(false)
    expect((await (await deaf.as('admin')).ok('site.page', { page: 1, size: 10 })).content.length).toBeGreaterThan(0)
  })
})
