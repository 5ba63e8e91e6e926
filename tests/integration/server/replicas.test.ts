import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownJob } from '#server/jobs/queue.ts'
import { insertMessage } from '#server/areas/channel/outgoing/index.ts'
import { FROM_REPLICAS, replicasOf } from '#server/http/replicaReads.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import type { TestClient } from './harness/client.ts'
import {
  type OwnCluster,
  startCluster,
  startReplica,
  type StreamingReplica,
  whyNoPostgres,
} from './harness/postgres.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

/** Of a message of either kind. */
const EXTRA = JSON.stringify({
  isMass: false,
  attachments: [],
  templateCode: '',
  signName: '',
  params: [],
  segments: 1,
  price: 0,
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  // Of a replica that is killed.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Two servers over a primary and a replica that follows it by streaming, whose replay a test can hold up. */
describe.skipIf(whyNoPostgres())('lists from a replica', () => {
  let cluster: OwnCluster
  let replica: StreamingReplica
  let there: pg.Client
  let dataDir: string
  const servers: TestServer[] = []
  let [one, two]: TestServer[] = []
  let readers: Record<'admin' | 'editor', TestClient>
  let classId = 0

  beforeAll(async () => {
    cluster = await startCluster()
    const databaseUrl = await cluster.createDatabase()
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-replica-'))
    const first = await startTestServer({ databaseUrl, dataDir })
    await first.close()
    replica = await startReplica(cluster)
    const replicaUrls = [replica.urlOf(databaseUrl)]
    for (let count = 0; count < 2; count++)
      servers.push(await startTestServer({ databaseUrl, dataDir, replicaUrls, replicaLagMs: 600_000 }))
    ;[one, two] = servers
    there = await connected(replica.urlOf(databaseUrl))
    const admin = await server().as('admin')
    classId = (await emptyColumn(admin)).id
    const grants = [{ siteId: 1, menuId: classId, settings: [1101, 1102] }]
    await grantExactly(server().deps.db, 'editor', grants)
    readers = { admin, editor: await server().as('editor') }
  }, 180_000)
  afterAll(async () => {
    for (const each of servers) await each.close()
    await there.end().catch(() => undefined)
    await replica.stop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  afterEach(() => there.query('select pg_wal_replay_resume()').catch(() => undefined))

  const server = (which = one): TestServer => which as TestServer
  const state = (which = one) => replicasOf(server(which).deps)?.all.map((each) => each.state)
  const isReady = async (which = one): Promise<void> => {
    await expect.poll(() => state(which), { timeout: 15_000 }).toEqual(['ready'])
  }
  const metrics = async (which = one) => (await server(which).nobody.fetch('metrics')).text()
  const readsBy = async (by: string, which = one): Promise<number> =>
    Number(new RegExp(`replica_reads_total\\{by="${by}"\\} (\\d+)`).exec(await metrics(which))?.[1] ?? 0)
  const titles = async (client: TestClient) =>
    (await client.ok('content.page', { classId })).content.map(({ title }) => title)
  /** Resolves when the replica has all that is written by now. */
  const caughtUp = async () => {
    const { rows } = await sql`select pg_current_wal_insert_lsn()::text as lsn`.execute(server().deps.db)
    const { lsn } = rows[0] as { lsn: string }
    const has = async () => (await there.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [lsn])).rows
    await expect.poll(has).toEqual([{ is: true }])
  }
  /** The replica stays as it is now. */
  const pause = async () => {
    await caughtUp()
    await there.query('select pg_wal_replay_pause()')
    const paused = async () => (await there.query('select pg_get_wal_replay_pause_state() as is')).rows
    await expect.poll(paused).toEqual([{ is: 'paused' }])
  }

  it('are read there, and rights and single records are not', async () => {
    await isReady()
    await saveArticle(readers.admin, classId, { title: '甲' })
    await caughtUp()
    const before = await readsBy('replica')
    expect(await titles(readers.admin)).toEqual(['甲'])
    await readers.admin.ok('log.page', {})
    await readers.admin.ok('search.find', { key: '甲' })
    expect(await readsBy('replica')).toBe(before + 3)
    await readers.admin.ok('account.current', {})
    expect(await readsBy('replica')).toBe(before + 3)
  })

  it('are answered by it whatever is asked: none of them writes', async () => {
    await isReady()
    const { admin } = readers
    await admin.ok('delivery.save', { siteId: 1, mode: 'public' })
    await admin.ok('log.page', {})
    const { content } = await admin.ok('content.page', { classId })
    const message = async (kind: 'email' | 'sms') => {
      const text = { channelId: 1, channelName: '', title: '通知', body: '', extra: EXTRA, sendType: 2, username: '' }
      const times = { dueTime: Date.now() + DAY_MS, createTime: Date.now() }
      return insertMessage(server().deps.db, { ...text, ...times, kind, siteId: 1, accountId: 1 }, [])
    }
    const [email, sms] = [await message('email'), await message('sms')]
    const delivered = (rest: string) => `api/cebest-cms/delivery/1/${rest}`
    const asked: Record<string, () => Promise<unknown>> = {
      'account.page': () => admin.ok('account.page', {}),
      'approval.mine': () => admin.ok('approval.mine', {}),
      'approval.taskList': () => admin.ok('approval.taskList', { state: 0 }),
      'content.page': () => admin.ok('content.page', { classId, key: '甲' }),
      'content.publishStatistics': () => admin.ok('content.publishStatistics', {}),
      'content.recyclePage': () => admin.ok('content.recyclePage', { classId }),
      'delivery.columns': () => server().nobody.fetch(delivered('columns')),
      'delivery.entries': () => server().nobody.fetch(delivered(`entries?column=${classId}`)),
      'delivery.entry': () => server().nobody.fetch(delivered(`entries/${content[0]?.id}`)),
      'delivery.labels': () => server().nobody.fetch(delivered('labels')),
      'emailSend.page': () => admin.ok('emailSend.page', { siteId: 1 }),
      'emailSend.recipients': () => admin.ok('emailSend.recipients', { id: email }),
      'log.page': () => admin.ok('log.page', {}),
      'member.page': () => admin.ok('member.page', {}),
      'search.find': () => admin.ok('search.find', { key: '甲' }),
      'smsMarketing.page': () => admin.ok('smsMarketing.page', { siteId: 1 }),
      'smsMarketing.recipients': () => admin.ok('smsMarketing.recipients', { id: sms }),
    }
    expect(Object.keys(asked)).toEqual([...FROM_REPLICAS])
    for (const [name, ask] of Object.entries(asked)) {
      await caughtUp()
      const before = await readsBy('replica')
      const answer = await ask()
      if (answer instanceof Response) expect([name, answer.status]).toEqual([name, 200])
      expect([name, await readsBy('replica')]).toEqual([name, before + 1])
    }
  })

  it('show one’s own writes at every process while the replica is behind, and others a former state', async () => {
    await isReady()
    await isReady(two)
    const asAdmin = { one: readers.admin, two: await server(two).as('admin') }
    await pause()
    const own = await readsBy('own-writes')
    await saveArticle(asAdmin.one, classId, { title: '乙' })
    for (const client of [asAdmin.one, asAdmin.two]) expect(await titles(client)).toContain('乙')
    expect(await readsBy('own-writes')).toBeGreaterThan(own)
    // Somebody else, who knows nothing of it, reads from the replica.
    const byReplica = await readsBy('replica')
    expect(await titles(readers.editor)).toEqual(['甲'])
    expect(await readsBy('replica')).toBe(byReplica + 1)
    await there.query('select pg_wal_replay_resume()')
    await caughtUp()
    const after = await readsBy('replica')
    expect(await titles(asAdmin.one)).toContain('乙')
    expect(await readsBy('replica')).toBe(after + 1)
  })

  it('know what one’s job has done and what one was told', async () => {
    await isReady()
    const { db, clock } = server().deps
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const owner = { accountId: account.id, username: 'admin' }
    const now = clock.now()
    const job = { ...ownJob({ kind: 'statics.build', title: '', siteId: 1, input: {} }, now), ...owner, endTime: 1 }
    const about = { kind: 'task', title: '', body: '', place: 'tasks', siteId: 1, classId, contentId: 1 } as const
    const happens = [
      () =>
        db
          .insertInto('job')
          .values({ ...job, state: 'done' })
          .execute(),
      () =>
        db
          .insertInto('notice')
          .values({ ...about, accountId: account.id, createTime: 1 })
          .execute(),
    ]
    for (const happen of happens) {
      await caughtUp()
      const before = await readsBy('replica')
      await titles(readers.admin)
      expect(await readsBy('replica')).toBe(before + 1)
      await pause()
      await happen()
      const own = await readsBy('own-writes')
      await titles(readers.admin)
      expect(await readsBy('own-writes')).toBe(own + 1)
      await there.query('select pg_wal_replay_resume()')
    }
  })

  it('are read from the primary when the replica is too far behind, and it is named', async () => {
    const { databaseUrl } = server()
    const strict = await startTestServer({
      databaseUrl,
      dataDir,
      replicaUrls: [replica.urlOf(databaseUrl ?? '')],
      replicaLagMs: 1500,
    })
    servers.push(strict)
    await isReady(strict)
    await pause()
    await saveArticle(readers.admin, classId, { title: '丙' })
    await expect.poll(() => state(strict), { timeout: 15_000 }).toEqual(['behind'])
    const none = await readsBy('none-ready', strict)
    const editor = await strict.as('admin')
    expect(await titles(editor)).toContain('丙')
    expect(await readsBy('none-ready', strict)).toBeGreaterThan(none)
    expect(await metrics(strict)).toMatch(/sitecraft_replica_ready\{replica="[^"]+",state="behind"\} 0/)
    expect(await (await strict.nobody.fetch('ready')).json()).toMatchObject({
      status: 'ready',
      replicas: { ready: 0, of: 1 },
    })
    await there.query('select pg_wal_replay_resume()')
    await isReady(strict)
  })

  it('are read from the primary while the replica is down, without an error, and from it again later', async () => {
    await isReady()
    await caughtUp()
    await replica.kill()
    // It is not known yet: calls that begin on it go on to the primary.
    for (let time = 0; time < 5; time++) expect(await titles(readers.admin)).toContain('乙')
    await expect.poll(() => state()).toEqual(['away'])
    await saveArticle(readers.admin, classId, { title: '丁' })
    expect(await titles(readers.admin)).toContain('丁')
    await replica.start()
    there = await connected(replica.urlOf(server().databaseUrl ?? ''))
    await isReady()
    await caughtUp()
    const before = await readsBy('replica')
    expect(await titles(readers.admin)).toContain('丁')
    expect(await readsBy('replica')).toBe(before + 1)
  })

  it('are not read from what is no replica of this database', async () => {
    const databaseUrl = server().databaseUrl ?? ''
    const other = await cluster.createDatabase()
    const wrong = await startTestServer({
      databaseUrl,
      dataDir,
      replicaUrls: [databaseUrl, replica.urlOf(other)],
      replicaLagMs: 600_000,
    })
    servers.push(wrong)
    await caughtUp()
    await expect.poll(() => state(wrong), { timeout: 15_000 }).toEqual(['wrong', 'wrong'])
    expect(await titles(await wrong.as('admin'))).toContain('丁')
    await there.query('select pg_promote()')
    await expect.poll(() => state(), { timeout: 15_000 }).toEqual(['wrong'])
  })
})
