import { expect, it } from 'vitest'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

const timelineOf = async (client: TestClient, classId: number, id: number, more: object = {}) =>
  (await client.ok('content.timeline', { classId, id, size: 100, ...more })).content
const kindsOf = async (client: TestClient, classId: number, id: number, more: object = {}) =>
  (await timelineOf(client, classId, id, more)).map(({ kind }) => kind).toReversed()

onBothDatabases('the line of time of an entry', (server) => {
  it('lists every event with its author, time and changed fields', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id: other } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { source: '旧' }, { isStatus: false })
    await saveArticle(admin, classId, { source: '新' }, { id })
    await admin.ok('content.unpublish', { classId, idList: [id] })
    await admin.ok('content.publish', { classId, idList: [id] })
    await admin.ok('content.reject', { classId, id, reason: '标题太长' })
    const copied = await admin.ok('content.copy', { classId, copyIdsFrom: [id], isCut: false, toMenuId: other })
    const revisions = await admin.ok('content.revisions', { classId, id, size: 50 })
    const first = revisions.content.find(({ version }) => version === 1)?.id ?? 0
    await admin.ok('content.restoreRevision', { classId, id, revisionId: first })
    await admin.ok('content.deleteByIdList', { classId, idList: [id] })
    await admin.ok('content.restore', { classId, idList: [id] })
    await admin.ok('content.forward', { classId, id, toMenuId: other })
    expect(await kindsOf(admin, other, id)).toEqual([
      'created',
      'published',
      'unpublished',
      'published',
      'rejected',
      'copiedTo',
      'restored',
      'recycled',
      'returned',
      'moved',
    ])
    const events = await timelineOf(admin, other, id)
    expect(events.find(({ kind, version }) => kind === 'published' && version === 2)).toMatchObject({
      author: '系统管理员',
      changed: ['来源'],
      createTime: expect.stringMatching(/^\d{4}-/),
    })
    expect(events.find(({ kind }) => kind === 'rejected')?.detail).toBe('标题太长')
    const changing = events.find(({ kind, version }) => kind === 'published' && version === 2)
    const texts = async (revisionId: number) =>
      (await admin.ok('content.revision', { classId: other, id, revisionId })).fields.find(
        ({ fieldName }) => fieldName === 'source',
      )?.fieldValue
    expect([await texts(changing?.beforeId ?? 0), await texts(changing?.revisionId ?? 0)]).toEqual(['旧', '新'])
    const copy = copied?.ids[0] ?? 0
    expect(await timelineOf(admin, other, copy)).toMatchObject([{ kind: 'copiedFrom', refId: id }])
    // What happened in the column that it left stays told there.
    expect(await kindsOf(admin, classId, id)).toContain('published')
    expect(await kindsOf(admin, classId, id)).not.toContain('moved')
  })

  it('outlives the entry: the column still lists permanently deleted entries', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, {}, { isStatus: false })
    await admin.ok('content.deleteByIdList', { classId, idList: [id], final: true })
    expect(await timelineOf(admin, classId, 0)).toMatchObject([
      { kind: 'deleted', contentId: id, title: '集团召开年度大会' },
      { kind: 'created', contentId: id, revisionId: 0 },
    ])
  })

  it('is filtered by kind, author and time', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    await grantExactly(server().deps.db, 'editor', [{ siteId: 1, menuId: classId, settings: [1101, 1102, 1104] }])
    const editor = await server().as('editor')
    const { id } = await saveArticle(admin, classId)
    await saveArticle(editor, classId, { source: '新' }, { id })
    expect(await kindsOf(admin, classId, id, { kinds: ['created'] })).toEqual(['created'])
    const [own, ...more] = await timelineOf(admin, classId, id, { author: 'editor' })
    expect([own?.version, more]).toEqual([2, []])
    expect(await timelineOf(admin, classId, id, { endDate: '2000-01-01' })).toEqual([])
    expect(await timelineOf(admin, classId, id, { startDate: '2000-01-01' })).toHaveLength(3)
  })

  it('records who opened a pending application, once per person, and who agreed or withdrew', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] }))
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.approvalTasks }])
    const editor = await server().as('editor')
    const { id } = await saveArticle(admin, classId)
    const task = async () =>
      (await editor.ok('approval.taskList', { state: 0 })).content.find((one) => one.dataId === id)
    const taskId = (await task())?.taskId ?? 0
    await editor.ok('approval.detail', { taskId })
    await editor.ok('approval.detail', { taskId })
    await admin.ok('approval.detail', { instanceId: (await task())?.instanceId ?? 0 })
    await saveArticle(admin, classId, { source: '新' }, { id })
    await editor.ok('approval.approve', { taskId: (await task())?.taskId ?? 0, pass: true, approveResult: '可以' })
    expect(await kindsOf(admin, classId, id)).toEqual([
      'created',
      'submitted',
      'seen',
      'withdrawn',
      'saved',
      'submitted',
      'agreed',
      'published',
    ])
    const events = await timelineOf(admin, classId, id)
    expect(events.find(({ kind }) => kind === 'agreed')?.detail).toBe('节点 1：可以')
    expect(events.find(({ kind }) => kind === 'seen')?.refId).toBeGreaterThan(0)
  })

  it('of a batch of entries costs one statement for many', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id: other } = await emptyColumn(admin)
    const ids: number[] = []
    for (let at = 0; at < 3; at += 1)
      ids.push((await admin.ok('content.save', { classId, fieldList: pairs({ title: `第 ${at} 篇` }) })).id)
    let copyIdsFrom = ids
    // 3 × 2^7 entries in a few calls.
    for (let round = 0; round < 7; round += 1) {
      const done = await admin.ok('content.copy', { classId, copyIdsFrom, isCut: false, toMenuId: classId })
      copyIdsFrom = [...copyIdsFrom, ...(done?.ids ?? [])]
    }
    await admin.ok('content.copy', { classId, copyIdsFrom, isCut: true, toMenuId: other })
    const { totalElements } = await admin.ok('content.timeline', { classId: other, kinds: ['moved'] })
    expect(totalElements).toBe(384)
  })

  it('is exported with the same filters', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    const address = await admin.ok('content.timelineSheet', { classId, id, kinds: ['published'] })
    const rows = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('操作人')
    expect(rows[1]).toEqual(expect.arrayContaining(['发布', '系统管理员', '集团召开年度大会']))
  })
})
