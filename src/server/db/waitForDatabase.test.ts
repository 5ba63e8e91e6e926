import { mkdtemp, rm } from 'node:fs/promises'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Cluster, useCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { toAppError } from '../http/response.ts'
import { connect } from './connect.ts'
import { queryTimeout } from './queryTimeout.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-reach-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('a database that is not there is named by host, port and reason, without its password', async () => {
  const port = await closedPort()
  const said: string[] = []
  const start = connect({
    dataDir,
    databaseUrl: `postgres://cms:geheim@127.0.0.1:${port}/site`,
    connectTimeoutMs: 1500,
    onWait: (reason) => said.push(reason),
  })
  await expect(start).rejects.toMatchObject({ code: 'unavailable' })
  const message = await start.catch((error: Error) => error.message)
  expect(message).toContain(`127.0.0.1:${port}/site：连接被拒绝`)
  expect(message + said.join()).not.toContain('geheim')
  expect(said).toHaveLength(1)
})

describe.skipIf(whyNoPostgres())('PostgreSQL behind a network', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  /** A way to a database that can be frozen. */
  async function proxied(port = 0) {
    const url = new URL(await cluster.createDatabase())
    const socket = path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
    const pairs: [Socket, Socket][] = []
    let frozen = false
    const server = createServer((client) => {
      const up = dial(socket)
      pairs.push([client, up])
      for (const [from, to] of [
        [client, up],
        [up, client],
      ] as const)
        from.pipe(to).on('error', () => undefined)
      if (frozen) for (const each of [client, up]) each.pause()
    }).listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => {
      server.close()
      for (const pair of pairs) for (const each of pair) each.destroy()
    })
    const address = server.address() as AddressInfo
    return {
      databaseUrl: `postgres://postgres@127.0.0.1:${address.port}${url.pathname}`,
      freeze(on: boolean) {
        frozen = on
        for (const each of pairs.flat()) {
          if (on) each.pause()
          else each.resume()
        }
      },
    }
  }

  it('is tried again until it is there', async () => {
    const port = await closedPort()
    let there: Promise<unknown> | undefined
    const databaseName = new URL(await cluster.createDatabase()).pathname
    const start = connect({
      dataDir,
      databaseUrl: `postgres://postgres@127.0.0.1:${port}${databaseName}`,
      onWait: () => {
        there = proxied(port)
      },
    })
    const db = await start
    await there
    expect((await db.selectFrom('setting').selectAll().execute()).length).toBeGreaterThanOrEqual(0)
    await db.destroy()
  })

  it('does not hang a call when it freezes, answers 503 for it, and goes on afterwards; jobs have their own time', async () => {
    const { databaseUrl, freeze } = await proxied()
    const db = await connect({ dataDir, databaseUrl, queryTimeoutMs: 400 })
    onTestFinished(() => db.destroy())
    const ask = () => sql`select 1`.execute(db)
    const long = () => sql`select pg_sleep(0.8)`.execute(db)
    await expect(long()).rejects.toThrow(/timeout/)
    await queryTimeout.run(20_000, long)
    freeze(true)
    const refused = toAppError(await ask().catch((error: unknown) => error))
    expect(refused).toMatchObject({ code: 'unavailable', message: '数据库暂时无法连接，请稍后重试' })
    const inTransaction = db.transaction().execute((tx) => sql`select 1`.execute(tx))
    expect(toAppError(await inTransaction.catch((error: unknown) => error))).toMatchObject({ code: 'unavailable' })
    freeze(false)
    await ask()
  })

  it('is there while all connections are in use: a call that waits too long reads that the server is busy', async () => {
    const databaseUrl = await cluster.createDatabase()
    const db = await connect({ dataDir, databaseUrl, queryTimeoutMs: 400, poolSize: 1 })
    onTestFinished(() => db.destroy())
    const ask = () => sql`select 1`.execute(db)
    const long = queryTimeout.run(20_000, () => sql`select pg_sleep(1.5)`.execute(db))
    const refused = toAppError(await ask().catch((error: unknown) => error))
    expect(refused).toMatchObject({ code: 'unavailable', message: '服务器繁忙，请稍后重试' })
    await long
    await ask()
  })
})
