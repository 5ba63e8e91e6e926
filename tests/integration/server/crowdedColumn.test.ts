import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { updateCounts } from '#server/areas/content/store/counts.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { startTestServer, type TestServerOptions } from './harness/server.ts'

const POOL = 4

describe.skipIf(whyNoPostgres())('many who work at the same time', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())
  const start = async (options: TestServerOptions = {}) => {
    const server = await startTestServer({ cluster, ...options })
    onTestFinished(() => server.close())
    return server
  }

  it('save in a column while a batch there is still writing', async () => {
    const { deps, as } = await start()
    const admin = await as('admin')
    const { id: classId } = await emptyColumn(admin)
    await saveArticle(admin, classId, {}, { isStatus: false })
    const at = { classId, isRecycled: 0, isStatus: 0 } as const
    await deps.db.transaction().execute(async (tx) => {
      // What a batch of one new draft and one removed one does, in two steps.
      await updateCounts(tx, [[null, at]])
      await saveArticle(admin, classId, {}, { isStatus: false })
      await updateCounts(tx, [[at, null]])
    })
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(2)
  })

  it('use up the pool without the server being called not ready', async () => {
    const { deps, nobody } = await start({ poolSize: POOL, runsJobs: false, isClockStill: true })
    const waiting = async (): Promise<string | undefined> =>
      /sitecraft_database_connections\{state="waiting"\} (\d+)/.exec(await (await nobody.fetch('metrics')).text())?.[1]
    // What the start asks for is done.
    await expect.poll(waiting).toBe('0')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: full, resolve: isFull } = Promise.withResolvers<void>()
    let open = 0
    const holders = Array.from({ length: POOL }, () =>
      deps.db.connection().execute(async (own) => {
        await sql`select 1`.execute(own)
        open += 1
        if (open === POOL) isFull()
        await held
      }),
    )
    await full
    const ready = await nobody.fetch('ready')
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', parts: { database: true } }])
    const calls = Array.from({ length: 3 }, () => nobody.call('account.autoLogin', { token: 'none' }))
    await expect.poll(waiting).toBe('3')
    release()
    await Promise.all(calls)
    await expect.poll(waiting).toBe('0')
    await Promise.all(holders)
  })
})
