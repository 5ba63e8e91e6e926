import { expect, it } from 'vitest'
import type { JobKind } from '#shared/contract/job.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { databaseTimeSql, engineOf } from '../db/dialect.ts'
import { ownerlessJob } from './queue.ts'
import * as store from './store.ts'

onBothDatabases(
  'the rows of jobs',
  (server) => {
    const db = () => server().deps.db
    const time = async () => (await db().selectNoFrom(databaseTimeSql(db()).as('now')).executeTakeFirstOrThrow()).now
    const clear = () => db().deleteFrom('job').execute()
    const add = async (kind: JobKind, siteId = 1, change: object = {}): Promise<number> => {
      const row = { ...ownerlessJob({ kind, title: '任务', siteId, input: {} }, new Date(5)), ...change }
      return (await db().insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const read = (id: number) => db().selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const running = (leaseUntil: number, attempts = 1) => ({ state: 'running', attempts, leaseUntil })
    const claim = async (...kinds: JobKind[]) => (await store.claimJob(db(), kinds))?.id

    it('are claimed in their order, of the kinds that are asked for', async () => {
      await clear()
      const [other, first, second] = [await add('channel.send'), await add('site.export'), await add('site.import')]
      expect(await claim()).toBeUndefined()
      const before = await time()
      const row = await store.claimJob(db(), ['site.import', 'site.export'])
      expect(row).toMatchObject({ id: first, state: 'running', attempts: 1 })
      expect(row?.leaseUntil).toBeGreaterThanOrEqual(before + store.LEASE_MS)
      expect(row?.leaseUntil).toBeLessThanOrEqual((await time()) + store.LEASE_MS)
      expect(await claim('site.import', 'site.export')).toBe(second)
      expect(await claim('site.import', 'site.export')).toBeUndefined()
      expect(await read(other)).toMatchObject({ state: 'queued', attempts: 0 })
    })

    it('are claimed again when their process is dead, not while it lives, nor when they have ended', async () => {
      await clear()
      const now = await time()
      await add('site.export', 1, running(now + 60_000))
      for (const state of ['done', 'failed', 'cancelled'] as const) await add('site.export', 1, { state })
      expect([await store.hasExpiredLease(db()), await claim('site.export')]).toEqual([false, undefined])
      const dead = await add('site.export', 1, running(now - 1))
      expect([await store.hasExpiredLease(db()), await claim('site.export')]).toEqual([true, dead])
      expect(await read(dead)).toMatchObject({ attempts: 2 })
      expect(await store.hasExpiredLease(db())).toBe(false)
    })

    it('of one site that write its pages run one at a time', async () => {
      await clear()
      const now = await time()
      const [here, there] = [await add('statics.build', 1), await add('statics.clean', 2)]
      const own = ['statics.build', 'statics.clean'] as const
      expect(await claim(...own)).toBe(here)
      const waiting = await add('statics.clean', 1)
      expect(await claim(...own)).toBe(there)
      expect(await claim(...own)).toBeUndefined()
      // Another kind does not wait for it, nor it for another kind.
      const exported = await add('site.export', 1)
      expect(await claim('site.export', ...own)).toBe(exported)
      expect(await claim('site.export', ...own)).toBeUndefined()
      await db().updateTable('job').set({ state: 'done' }).where('id', '=', here).execute()
      expect(await claim(...own)).toBe(waiting)
      // A dead one holds up nobody, and is the first itself.
      await db()
        .updateTable('job')
        .set({ leaseUntil: now - 1 })
        .where('id', '=', waiting)
        .execute()
      const late = await add('statics.build', 1)
      expect([await claim(...own), await claim(...own)]).toEqual([waiting, undefined])
      expect((await read(late)).state).toBe('queued')
    })

    it('are left behind by a process of the embedded database only', async () => {
      await clear()
      const now = await time()
      const id = await add('site.export', 1, running(now + 60_000))
      const queued = await add('site.export', 1, { leaseUntil: 7 })
      await store.clearLeases(db())
      const isCleared = engineOf(db()) !== 'postgres'
      expect((await read(id)).leaseUntil === 0).toBe(isCleared)
      expect((await read(queued)).leaseUntil).toBe(7)
    })

    it('say why they wait', async () => {
      await clear()
      const [one, two] = [await add('channel.send'), await add('webhook.send')]
      const begun = await add('channel.send', 1, running(1))
      await store.setWaitReason(db(), ['channel.send'], '副本不发送')
      const messages = await Promise.all([one, two, begun].map(async (id) => (await read(id)).message))
      expect(messages).toEqual(['副本不发送', '等待中', '等待中'])
    })

    it('change only for the process that has them now', async () => {
      await clear()
      const other = await add('site.export', 1, running(1, 2))
      const end = { state: 'failed', message: '没有空间', now: 9 } as const
      const step = { progress: 40, message: '一半' }
      const fresh = async (change: object = {}) => ({
        id: await add('site.export', 1, { ...running(1, 2), ...change }),
        attempts: 2,
      })
      const theirs = [{ ...(await fresh()), attempts: 1 }, await fresh({ state: 'done' })]
      for (const row of theirs) {
        const before = await read(row.id)
        expect(await store.renewLease(db(), row)).toBe(false)
        expect(await store.saveProgress(db(), row, step)).toBe(false)
        expect(await store.markDone(db(), row, 9)).toBe(false)
        await store.endJob(db(), row, end)
        await store.releaseJob(db(), row)
        expect(await read(row.id)).toEqual(before)
      }
      const now = await time()
      const beaten = await fresh()
      expect(await store.renewLease(db(), beaten)).toBe(true)
      expect((await read(beaten.id)).leaseUntil).toBeGreaterThanOrEqual(now + store.LEASE_MS)
      const stepped = await fresh()
      expect(await store.saveProgress(db(), stepped, step)).toBe(true)
      expect(await read(stepped.id)).toMatchObject({ ...step, state: 'running', attempts: 2 })
      expect((await read(stepped.id)).leaseUntil).toBeGreaterThanOrEqual(now + store.LEASE_MS)
      const done = await fresh()
      expect(await store.markDone(db(), done, 9)).toBe(true)
      expect(await read(done.id)).toMatchObject({ state: 'done', progress: 100, message: '已完成', endTime: 9 })
      const stopped = await fresh({ cancelAsked: 1 })
      expect(await store.saveProgress(db(), stopped, step)).toBe(false)
      expect(await store.markDone(db(), stopped, 9)).toBe(false)
      await store.endJob(db(), stopped, end)
      expect(await read(stopped.id)).toMatchObject({ state: 'failed', message: '没有空间', endTime: 9 })
      const back = await fresh({ progress: 40, message: '一半' })
      await store.releaseJob(db(), back)
      expect(await read(back.id)).toMatchObject({
        state: 'queued',
        leaseUntil: 0,
        progress: 0,
        message: '等待中',
        attempts: 1,
      })
      expect(await read(other)).toMatchObject({ state: 'running', attempts: 2, leaseUntil: 1, progress: 0 })
    })
  },
  { runsJobs: false },
)
