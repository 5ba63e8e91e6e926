import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { pruneLines, sealLines } from './chain.ts'
import { pruneLog } from './rules.ts'
import { verifyLog } from './verify.ts'

const write = async (server: TestServer, count: number): Promise<number[]> => {
  const admin = await server.as('admin')
  for (let at = 0; at < count; at += 1)
    await admin.ok('dictionary.save', { title: `字典 ${at} ${crypto.randomUUID()}`, siteId: 1, value: ['甲'] })
  await sealLines(server.deps)
  const rows = await server.deps.db.selectFrom('operation_log').select('id').orderBy('seq').execute()
  return rows.map(({ id }) => id)
}

onBothDatabases('the chain of the operation log', (_server, start) => {
  it('is whole as long as nobody touches it', async () => {
    const server = await start()
    const ids = await write(server, 3)
    expect(await verifyLog(server.deps)).toMatchObject({ checked: ids.length, open: 0, problem: null })
  })

  it('shows a line that was changed, in any of its columns', async () => {
    const server = await start()
    const [, second = 0] = await write(server, 3)
    const { db } = server.deps
    const line = await db.selectFrom('operation_log').selectAll().where('id', '=', second).executeTakeFirstOrThrow()
    const others = {
      username: 'nobody',
      msg: '另一个',
      code: 500,
      createTime: 1,
      siteId: 9,
      input: '{}',
      changes: '[]',
    }
    for (const [name, value] of Object.entries({ ...others, ip: '1.1.1.1', url: '/x', answer: '1' })) {
      await db
        .updateTable('operation_log')
        .set({ [name]: value })
        .where('id', '=', second)
        .execute()
      expect((await verifyLog(server.deps)).problem, name).toContain(`编号 ${second}`)
      await db.updateTable('operation_log').set(line).where('id', '=', second).execute()
    }
    expect((await verifyLog(server.deps)).problem).toBeNull()
  })

  it('shows that all of it was taken away, with its marks; a new installation has nothing to show', async () => {
    const server = await start({ seeded: false })
    expect(await verifyLog(server.deps)).toMatchObject({ checked: 0, problem: null })
    const used = await start()
    await write(used, 2)
    await used.deps.db.deleteFrom('operation_log').execute()
    await used.deps.db.deleteFrom('operation_log_mark').execute()
    expect((await verifyLog(used.deps)).problem).toBe('全部日志和日志链的记录已被删除')
  })

  it('shows lines that were taken away, from the middle, the beginning and the end', async () => {
    for (const at of [0, 1, 2]) {
      const server = await start()
      const ids = await write(server, 3)
      await server.deps.db
        .deleteFrom('operation_log')
        .where('id', '=', ids[at] ?? 0)
        .execute()
      expect((await verifyLog(server.deps)).problem, String(at)).toContain('缺少 1 条日志')
    }
  })

  it('shows that the last lines were taken away with the mark of the end, also after more operations', async () => {
    const server = await start()
    const ids = await write(server, 3)
    const { db } = server.deps
    await db
      .deleteFrom('operation_log')
      .where('id', '=', ids[2] ?? 0)
      .execute()
    await db.deleteFrom('operation_log_mark').where('name', '=', 'head').execute()
    const problem = '日志链的终点记录已被删除，末尾可能缺少日志'
    expect(await verifyLog(server.deps)).toMatchObject({ checked: 2, problem })
    await write(server, 1)
    expect(await verifyLog(server.deps)).toMatchObject({ checked: 3, problem })
  })

  it('shows after more operations that the last lines were taken away before them', async () => {
    const server = await start()
    const ids = await write(server, 3)
    await server.deps.db
      .deleteFrom('operation_log')
      .where('id', '=', ids[2] ?? 0)
      .execute()
    await write(server, 1)
    expect((await verifyLog(server.deps)).problem).toContain('缺少 1 条日志')
  })

  it('detects a restarted chain, with and without its start mark', async () => {
    for (const isPruned of [false, true]) {
      const server = await start()
      await write(server, 2)
      if (isPruned) {
        server.clock.advance(400 * DAY_MS)
        await pruneLog(server.deps)
        await write(server, 2)
      }
      const { db } = server.deps
      await db.deleteFrom('operation_log').execute()
      await db.deleteFrom('operation_log_mark').execute()
      await write(server, 1)
      const problem = '日志链曾被重新开始，此前的日志已全部被删除'
      expect(await verifyLog(server.deps)).toMatchObject({ problem })
      await write(server, 5)
      expect(await verifyLog(server.deps)).toMatchObject({ problem })
    }
  })

  it('detects a forged anchor; a chain of an earlier version gets one', async () => {
    const server = await start()
    await write(server, 2)
    const { db } = server.deps
    const anchor = db.updateTable('setting').where('name', '=', 'operationLog.anchor')
    await anchor.set({ value: '1 x y' }).execute()
    expect((await verifyLog(server.deps)).problem).toBe('日志链的起点或终点记录已被篡改')
    await db.deleteFrom('setting').where('name', '=', 'operationLog.anchor').execute()
    expect((await verifyLog(server.deps)).problem).toBeNull()
    await write(server, 1)
    expect(await verifyLog(server.deps)).toMatchObject({ checked: 3, problem: null })
    const { value } = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'operationLog.anchor')
      .executeTakeFirstOrThrow()
    expect(value).toMatch(/^3 /)
  })

  it('detects a forged beginning', async () => {
    const server = await start()
    const ids = await write(server, 3)
    const { db } = server.deps
    const first = await db
      .selectFrom('operation_log')
      .select(['seq', 'hash'])
      .where('id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('operation_log')
      .where('id', '=', ids[0] ?? 0)
      .execute()
    await db
      .insertInto('operation_log_mark')
      .values({ name: 'start', seq: first.seq ?? 0, hash: first.hash ?? '', proof: 'x' })
      .execute()
    expect((await verifyLog(server.deps)).problem).toBe('日志链的起点或终点记录已被篡改')
  })

  it('goes on after old lines were deleted by the rules, and is whole then', async () => {
    const server = await start()
    await write(server, 2)
    server.clock.advance(400 * DAY_MS)
    const ids = await write(server, 2)
    await pruneLog(server.deps)
    const left = await server.deps.db.selectFrom('operation_log').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(ids.slice(-left.length))
    expect(left.length).toBeLessThan(ids.length)
    expect(await verifyLog(server.deps)).toMatchObject({ checked: left.length, problem: null })
    server.clock.advance(400 * DAY_MS)
    await pruneLines(server.deps, server.clock.now().getTime())
    await write(server, 1)
    expect(await verifyLog(server.deps)).toMatchObject({ checked: 1, problem: null })
  })

  it('takes in lines of several processes at once, each one time', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await Promise.all(
      Array.from({ length: 8 }, (_each, at) =>
        admin.ok('dictionary.save', { title: `同时 ${at}`, siteId: 1, value: ['甲'] }),
      ),
    )
    await Promise.all([sealLines(server.deps), sealLines(server.deps), sealLines(server.deps)])
    expect(await verifyLog(server.deps)).toMatchObject({ checked: 8, open: 0, problem: null })
  })
})
