import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const NOTE = { fieldName: 'content', quote: '在总部', before: '会议', after: '举行', text: '哪个总部？' }

onBothDatabases('notes of reviewers', (server) => {
  it('are written at a place, answered and closed, and are no part of the entry', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    await grantExactly(server().deps.db, 'editor', [{ siteId: 1, menuId: classId, settings: [1102] }])
    const editor = await server().as('editor')
    const { id: contentId } = await saveArticle(admin, classId)
    const before = await admin.ok('content.findById', { classId, id: contentId })
    const { id } = await editor.ok('note.save', { contentId, ...NOTE })
    await admin.ok('note.save', { contentId, parentId: id, text: '北京总部' })
    const notes = await editor.ok('note.list', { contentId })
    expect(notes).toMatchObject([
      { id, parentId: 0, ...NOTE, own: true, closedBy: '' },
      { parentId: id, text: '北京总部', own: false, author: '系统管理员' },
    ])
    expect(await admin.ok('content.findById', { classId, id: contentId })).toEqual(before)
    await admin.ok('note.close', { id, isClosed: true })
    expect((await editor.ok('note.list', { contentId }))[0]).toMatchObject({ closedBy: '系统管理员' })
    await editor.ok('note.close', { id, isClosed: false })
    expect((await editor.ok('note.list', { contentId }))[0]).toMatchObject({ closedBy: '', closeTime: '' })
    expect((await editor.call('note.save', { contentId, parentId: notes[1]?.id, text: '回复的回复' })).status).toBe(400)
    expect(await editor.call('note.save', { contentId, text: ' ' })).toMatchObject({ status: 400, msg: '请输入批注' })
    expect((await editor.call('note.remove', { id: notes[1]?.id ?? 0 })).status).toBe(403)
    await editor.ok('note.remove', { id })
    expect(await editor.ok('note.list', { contentId })).toEqual([])
    const { content } = await admin.ok('content.timeline', { classId, id: contentId, size: 50 })
    expect(
      content
        .map(({ kind }) => kind)
        .toReversed()
        .slice(2),
    ).toEqual(['noted', 'noted', 'noteClosed', 'noteReopened'])
  })

  it('are for accounts that may read the column or decide about the entry, and go with the entry', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id: elsewhere } = await emptyColumn(admin)
    for (const name of ['editor', 'guest'])
      await grantExactly(db, name, [
        { siteId: 0, menuId: MENU.approvalTasks },
        { siteId: 1, menuId: elsewhere },
      ])
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] }))
    const [editor, guest] = [await server().as('editor'), await server().as('guest')]
    const { id: contentId } = await saveArticle(admin, classId)
    expect((await guest.call('note.list', { contentId })).status).toBe(403)
    await editor.ok('note.save', { contentId, ...NOTE })
    const [task] = (await editor.ok('approval.taskList', { state: 0 })).content.filter(
      ({ dataId }) => dataId === contentId,
    )
    await editor.ok('approval.approve', { taskId: task?.taskId ?? 0, pass: true, approveResult: '' })
    expect((await editor.call('note.list', { contentId })).status).toBe(403)
    await admin.ok('content.unpublish', { classId, idList: [contentId] })
    await admin.ok('content.deleteByIdList', { classId, idList: [contentId], final: true })
    expect(await db.selectFrom('content_note').select('id').where('contentId', '=', contentId).execute()).toEqual([])
  })

  it('are written and closed by accounts that may work on the entries; who may only look reads them', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id: contentId } = await saveArticle(admin, classId)
    const { id } = await admin.ok('note.save', { contentId, ...NOTE })
    await grantExactly(db, 'guest', [{ siteId: 1, menuId: classId, settings: [1105] }])
    const reader = await server().as('guest')
    expect(await reader.ok('note.list', { contentId })).toMatchObject([{ id, mayWrite: false }])
    for (const answer of [
      await reader.call('note.save', { contentId, ...NOTE }),
      await reader.call('note.save', { contentId, parentId: id, text: '回复' }),
      await reader.call('note.close', { id, isClosed: true }),
    ])
      expect(answer).toMatchObject({ status: 403, msg: expect.stringContaining('当前账号只能查看') })
    expect(await admin.ok('note.list', { contentId })).toMatchObject([{ id, closedBy: '', mayWrite: true }])
    await grantExactly(db, 'guest', [{ siteId: 1, menuId: classId, settings: [1102] }])
    await (await server().as('guest')).ok('note.close', { id, isClosed: true })
  })
})
