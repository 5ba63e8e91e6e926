import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { systemClock } from '#server/deps.ts'
import { engineOf } from '#server/db/dialect.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { updateCounts, readTotal } from '../store/counts.ts'
import { deleteExpired } from './remove.ts'

const totals = async (client: TestClient, classId: number) => {
  const [all, drafts, bin] = [
    await client.ok('content.page', { classId }),
    await client.ok('content.draftPage', { classId }),
    await client.ok('content.recyclePage', { classId }),
  ]
  return [all.totalElements, drafts.totalElements, bin.totalElements]
}
const DAY = 86_400_000

onBothDatabases('states of content', (server) => {
  const start = async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    return { admin, classId }
  }

  it('drafts are published and unpublished, all of a selection or none [B-180] [B-181] [B-182] [B-320] [B-321]', async () => {
    const { admin, classId } = await start()
    const ids: number[] = []
    for (const title of ['甲', '乙']) ids.push((await saveArticle(admin, classId, { title }, { isStatus: false })).id)
    expect(await totals(admin, classId)).toEqual([2, 2, 0])
    const rows = { classId, idList: ids.map((id) => ({ id })) }
    const broken = await admin.ok('content.save', { classId, isStatus: false, fieldList: pairs({ title: '缺正文' }) })
    const refused = await admin.call('content.publish', { classId, idList: [...rows.idList, { id: broken.id }] })
    expect(refused).toMatchObject({ status: 400, msg: '内容“缺正文”无法发布：发布时间：请添加数据' })
    expect(await totals(admin, classId)).toEqual([3, 3, 0])
    expect(await admin.call('content.publish', rows)).toMatchObject({ code: 200, msg: '发布成功' })
    expect(await totals(admin, classId)).toEqual([3, 1, 0])
    expect((await admin.ok('content.page', { classId, isStatus: true })).content.map(({ title }) => title)).toEqual([
      '乙',
      '甲',
    ])
    await admin.ok('content.unpublish', { classId, idList: [{ id: ids[0] ?? 0 }] })
    expect(await totals(admin, classId)).toEqual([3, 2, 0])
    expect(await admin.call('content.publish', { classId, idList: [{ id: ids[0] }, { id: 999_999 }] })).toMatchObject({
      status: 404,
      data: { facts: { kind: 'missing', missing: [999999] } },
    })
    expect(await totals(admin, classId)).toEqual([3, 2, 0])
  })

  it('the list deletes into the bin, which gives back or deletes for good [B-184] [B-183] [B-047] [B-050] [B-322] [B-400]', async () => {
    const { admin, classId } = await start()
    const first = await saveArticle(admin, classId, { title: '留' })
    const second = await saveArticle(admin, classId, { title: '去' })
    const [a, b] = [
      { classId, idList: [{ id: first.id }] },
      { classId, idList: [{ id: second.id }] },
    ]
    expect(await admin.call('content.deleteByIdList', { ...a, final: true })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('内容“留”已发布'),
    })
    await admin.ok('content.deleteByIdList', { classId, idList: [...a.idList, ...b.idList] })
    expect(await totals(admin, classId)).toEqual([0, 0, 2])
    const [binned] = (await admin.ok('content.recyclePage', { classId })).content
    expect(binned?.expireTime).toMatch(/^\d{4}-/)
    // What is in the bin isn't changed; who had it open is told.
    const edit = { classId, id: first.id, version: first.version, isStatus: false, fieldList: [] }
    expect(await admin.call('content.save', edit)).toMatchObject({
      status: 409,
      msg: '内容“留”在回收站中，请先还原',
      data: { facts: { kind: 'recycled', recycled: first.id } },
    })
    expect(await admin.ok('content.listByIds', a)).toEqual([])
    expect(await admin.call('content.restore', a)).toMatchObject({ msg: '还原成功' })
    expect((await admin.ok('content.listByIds', a))[0]).toMatchObject({ title: '留', isStatus: true })
    await admin.ok('content.deleteByIdList', { ...b, final: true })
    expect(await totals(admin, classId)).toEqual([1, 0, 0])
    expect((await admin.call('content.findById', { classId, id: second.id })).status).toBe(404)
  })

  it('callers without the publish right get drafts, and may neither publish nor change public entries', async () => {
    const admin = await server().as('admin')
    const column = await columnNamed(admin, '行业动态')
    const classId = column.id
    await grantExactly(server().deps.db, 'editor', [
      { siteId: column.siteId, menuId: classId, settings: [1101, 1102, 1103] },
    ])
    const editor = await server().as('editor')
    const { id } = await saveArticle(admin, classId)
    const rows = { classId, idList: [{ id }] }
    const save = { classId, id, isStatus: false, fieldList: pairs({ title: '改' }) }
    expect(await editor.call('content.save', save)).toMatchObject({ status: 403, msg: expect.stringContaining('发布') })
    await editor.ok('content.deleteByIdList', rows)
    await editor.ok('content.restore', rows)
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ isStatus: false })
    expect((await editor.call('content.publish', rows)).status).toBe(403)
    expect((await editor.call('content.save', { ...save, isStatus: true })).status).toBe(403)
    expect(await editor.ok('content.save', save)).toMatchObject({ isStatus: false })
    expect((await editor.call('content.option', { ...rows, optionType: 1 })).status).toBe(403)
  })

  it('the bin is emptied, and empties itself after 30 days', async () => {
    const { admin, classId } = await start()
    const [one, two, three] = [
      await saveArticle(admin, classId),
      await saveArticle(admin, classId),
      await saveArticle(admin, classId),
    ]
    await admin.ok('content.deleteByIdList', { classId, idList: [{ id: one.id }] })
    await admin.ok('content.cleanRecycle', { classId })
    expect(await totals(admin, classId)).toEqual([2, 0, 0])
    await admin.ok('content.deleteByIdList', { classId, idList: [{ id: two.id }] })
    const { deps } = server()
    const later = (days: number) => ({
      ...deps,
      clock: { ...systemClock, now: () => new Date(deps.clock.now().getTime() + days * DAY) },
    })
    await deleteExpired(later(29))
    expect(await totals(admin, classId)).toEqual([1, 0, 1])
    await deleteExpired(later(31))
    expect(await totals(admin, classId)).toEqual([1, 0, 0])
    expect((await admin.ok('content.page', { classId, key: '年度' })).content.map(({ id }) => id)).toEqual([three.id])
  })

  it('an entry restored while the bin is emptied stays, and is counted correctly', async () => {
    const { admin, classId } = await start()
    const [back, gone] = [await saveArticle(admin, classId), await saveArticle(admin, classId)]
    await admin.ok('content.deleteByIdList', { classId, idList: [back.id, gone.id] })
    const { db } = server().deps
    const waiting = sql<{ total: number }>`select count(*) as total from pg_locks where not granted`
    let emptied: ReturnType<typeof admin.call> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('content').set({ isRecycled: 0, recycleTime: 0 }).where('id', '=', back.id).execute()
      emptied = admin.call('content.cleanRecycle', { classId })
      // The embedded database lets nobody in before the end.
      if (engineOf(tx) === 'postgres')
        await expect.poll(async () => (await waiting.execute(db)).rows[0]?.total).toBeGreaterThan(0)
      const at = { classId, isStatus: 1 as const }
      await updateCounts(tx, [
        [
          { ...at, isRecycled: 1 },
          { ...at, isRecycled: 0 },
        ],
      ])
    })
    expect(await emptied).toMatchObject({ status: 200 })
    expect((await admin.ok('content.page', { classId })).content.map(({ id }) => id)).toEqual([back.id])
    expect(await totals(admin, classId)).toEqual([1, 0, 0])
    expect(await readTotal(db, { classId, isRecycled: 1 })).toBe(0)
  })

  it('content stays with a deleted column, comes back with it, and goes with it', async () => {
    const { admin, classId } = await start()
    const { id } = await saveArticle(admin, classId)
    const { deps } = server()
    const stored = () => readTotal(deps.db, { classId, isRecycled: 0 })
    await admin.ok('column.deleteByIdList', [{ id: classId }])
    await deleteExpired(deps)
    expect((await admin.call('content.page', { classId })).status).toBe(404)
    const bin = (await admin.ok('column.recycled', { size: 1000 })).content[0]
    await admin.ok('column.restore', [{ id: bin?.id ?? 0 }])
    expect((await admin.ok('content.page', { classId })).content.map((row) => row.id)).toEqual([id])
    await admin.ok('column.deleteByIdList', [{ id: classId }])
    await deleteExpired({
      ...deps,
      clock: { ...systemClock, now: () => new Date(deps.clock.now().getTime() + 31 * DAY) },
    })
    expect(await stored()).toBe(0)
    expect(await deps.db.selectFrom('content_revision').select('id').where('contentId', '=', id).execute()).toEqual([])
  })

  it('each change creates a revision and an event, and marks the pages of public entries stale', async () => {
    const { admin, classId } = await start()
    const { db } = server().deps
    const draft = await saveArticle(admin, classId, {}, { isStatus: false })
    const stale = () => db.selectFrom('stale_page').select('contentId').where('classId', '=', classId).execute()
    expect(await stale()).toEqual([])
    await admin.ok('content.publish', { classId, idList: [{ id: draft.id }] })
    expect(await stale()).toEqual([{ contentId: draft.id }])
    await admin.ok('content.unpublish', { classId, idList: [{ id: draft.id }] })
    const history = db.selectFrom('content_revision').select(['reason', 'isStatus', 'version', 'changed'])
    expect(await history.where('contentId', '=', draft.id).orderBy('id').execute()).toEqual([
      { reason: 'create', isStatus: 0, version: 1, changed: '["title","publishTime","content"]' },
      { reason: 'publish', isStatus: 1, version: 2, changed: '[]' },
      { reason: 'unpublish', isStatus: 0, version: 3, changed: '[]' },
    ])
    const log = db.selectFrom('operation_log').select('title').where('operation', '=', 'content.unpublish')
    expect((await log.execute()).at(-1)).toEqual({ title: '取消发布' })
  })

  it('many at once leave totals that are right', async () => {
    const { admin, classId } = await start()
    const ids: number[] = []
    for (let at = 0; at < 8; at++) ids.push((await saveArticle(admin, classId, {}, { isStatus: at % 2 === 0 })).id)
    const rows = (from: number) => ({ classId, idList: ids.slice(from, from + 4).map((id) => ({ id })) })
    const answers = await Promise.all([
      admin.call('content.publish', rows(0)),
      admin.call('content.unpublish', rows(2)),
      admin.call('content.deleteByIdList', rows(4)),
      admin.call('content.restore', rows(4)),
      admin.call('content.copy', { classId, copyIdsFrom: rows(0).idList, toMenuId: classId }),
      admin.call('content.publish', rows(1)),
    ])
    // Which comes first is open: those that come too late are told that an entry is in the bin.
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const counted = server()
      .deps.db.selectFrom('content')
      .select((eb) => eb.fn.countAll<number>().as('total'))
    for (const isRecycled of [0, 1] as const)
      for (const isStatus of [0, 1] as const) {
        const where = counted
          .where('classId', '=', classId)
          .where('isRecycled', '=', isRecycled)
          .where('isStatus', '=', isStatus)
        expect(await readTotal(server().deps.db, { classId, isRecycled, isStatus })).toBe(
          (await where.executeTakeFirstOrThrow()).total,
        )
      }
  })
})
