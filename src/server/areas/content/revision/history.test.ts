import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('the history of an entry', (server) => {
  it('has each save with author, reason and the fields that changed, newest first', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { source: '本报' }, { isStatus: false })
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1102, 1104] }])
    const editor = await server().as('editor')
    await editor.ok('content.save', { classId, id, isStatus: false, fieldList: pairs({ title: '改过的', source: '' }) })
    await editor.ok('content.publish', { classId, idList: [id] })
    await admin.ok('content.unpublish', { classId, idList: [id] })
    const { content, totalElements, totalPages } = await admin.ok('content.revisions', {
      classId,
      id,
      page: 1,
      size: 3,
    })
    expect([totalElements, totalPages]).toEqual([4, 2])
    expect(content).toMatchObject([
      { version: 4, author: 'admin', reason: 'unpublish', isStatus: false, changed: [] },
      { version: 3, author: 'editor', reason: 'publish', isStatus: true, changed: [] },
      {
        version: 2,
        author: 'editor',
        reason: 'save',
        isStatus: false,
        changed: expect.arrayContaining(['title', 'source']),
      },
    ])
    expect(content[2]?.changed).toHaveLength(2)
    const rest = await admin.ok('content.revisions', { classId, id, page: 2, size: 3 })
    expect(rest.content).toMatchObject([{ version: 1, reason: 'create', author: 'admin' }])
    const first = await admin.ok('content.revision', { classId, id, revisionId: rest.content[0]?.id ?? 0 })
    expect(first.fields).toContainEqual({ fieldName: 'source', fieldValue: '本报' })
  })

  it('restores a revision as a new save, which can be undone; newer work of others is kept', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { title: '第一版𠀀😀', content: '<p>一</p>' })
    await saveArticle(admin, classId, { title: '第二版', content: '<p>二</p>' }, { id, version: 1 })
    const versions = async () => (await admin.ok('content.revisions', { classId, id })).content
    const [second, first] = await versions()
    const restore = (revisionId: number, version?: number) =>
      admin.call('content.restoreRevision', { classId, id, revisionId, ...(version && { version }) })
    expect(await restore(first?.id ?? 0, 1)).toMatchObject({ status: 409, msg: expect.stringContaining('第二版') })
    expect(await restore(first?.id ?? 0, 2)).toMatchObject({
      status: 200,
      msg: '还原成功',
      data: { version: 3, isStatus: true },
    })
    const now = async () => admin.ok('content.findById', { classId, id })
    expect(await now()).toMatchObject({ title: '第一版𠀀😀', content: '<p>一</p>', isStatus: true })
    expect((await versions())[0]).toMatchObject({ version: 3, reason: 'restore' })
    expect(await restore(second?.id ?? 0, 3)).toMatchObject({ status: 200 })
    expect(await now()).toMatchObject({ title: '第二版', content: '<p>二</p>', version: 4 })
  })

  it('belongs to its entry; restoring depends on the permission codes', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const [one, other] = [await saveArticle(admin, classId), await saveArticle(admin, classId)]
    const revisionId = (await admin.ok('content.revisions', { classId, id: other.id })).content[0]?.id ?? 0
    const ask = { classId, id: one.id, revisionId }
    expect(await admin.call('content.revision', ask)).toMatchObject({ status: 404 })
    expect(await admin.call('content.restoreRevision', ask)).toMatchObject({ status: 404 })
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1102] }])
    const editor = await server().as('editor')
    // A published entry changes in public at once: that needs 1104 too.
    expect(await editor.call('content.restoreRevision', { ...ask, id: other.id })).toMatchObject({ status: 403 })
    await admin.ok('content.unpublish', { classId, idList: [other.id] })
    expect(await editor.call('content.restoreRevision', { ...ask, id: other.id })).toMatchObject({ status: 200 })
  })

  it('restores what the column still has: lost fields stay away, and a published entry must still be complete', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { author: '' })
    await saveArticle(admin, classId, { author: '李四' }, { id })
    const [, first] = (await admin.ok('content.revisions', { classId, id })).content
    const { menuField } = await admin.ok('column.findById', { id: classId })
    const menuFieldDTOList = menuField
      .filter(({ fieldName }) => fieldName !== 'subTitle')
      .map((field) => (field.fieldName === 'author' ? { ...field, isRequired: true } : field))
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const restore = { classId, id, revisionId: first?.id ?? 0 }
    expect(await admin.call('content.restoreRevision', restore)).toMatchObject({ status: 400, msg: '作者：请添加数据' })
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ author: '李四', version: 2 })
    await admin.ok('content.unpublish', { classId, idList: [id] })
    expect(await admin.call('content.restoreRevision', restore)).toMatchObject({ status: 200 })
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ author: '', isStatus: false })
  })

  it('asks before a word that has become sensitive since is public again', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { title: '绝世好词的旧标题' })
    await saveArticle(admin, classId, { title: '新标题' }, { id })
    await admin.ok('sensitive.save', { sensitiveWord: '绝世好词' })
    const [, first] = (await admin.ok('content.revisions', { classId, id })).content
    const restore = { classId, id, revisionId: first?.id ?? 0 }
    const refused = await admin.call('content.restoreRevision', restore)
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('“绝世好词”') })
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ title: '新标题', version: 2 })
    const { sensitive, isStatus } = await admin.ok('content.restoreRevision', { ...restore, acceptSensitive: true })
    expect([isStatus, sensitive.map(({ word }) => word)]).toEqual([true, ['绝世好词']])
  })

  it('contains the pending edits of a public entry, with the outcome of each', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId, { title: '公开的', source: '一' })
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] }))
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.approvalTasks }])
    const editor = await server().as('editor')
    const decide = async (pass: boolean) => {
      const { content } = await editor.ok('approval.taskList', { state: 0, pageIndex: 1, pageSize: 100 })
      const taskId = content.find(({ dataId }) => dataId === id)?.taskId ?? 0
      await editor.ok('approval.approve', { taskId, pass, approveResult: '看过' })
    }
    const history = async () => (await admin.ok('content.revisions', { classId, id, size: 50 })).content
    const state = async () =>
      (await history()).map(({ approval, isProposal, changed }) => `${approval} ${isProposal} ${changed.join()}`)
    const textOf = async (revisionId: number, name: string) =>
      (await admin.ok('content.revision', { classId, id, revisionId })).fields.find(
        ({ fieldName }) => fieldName === name,
      )?.fieldValue
    await saveArticle(admin, classId, { title: '公开的', source: '二' }, { id })
    expect((await state())[0]).toBe('waiting true source')
    const [second] = await history()
    // The next save replaces what waits: both stay.
    await saveArticle(admin, classId, { title: '改了题', source: '三' }, { id })
    expect((await state()).slice(0, 2)).toEqual([
      expect.stringMatching(/^waiting true (title,source|source,title)$/),
      'withdrawn true source',
    ])
    expect(await textOf(second?.id ?? 0, 'source')).toBe('二')
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ isStatus: true })
    await decide(false)
    expect((await state())[0]).toMatch(/^refused true /)
    // What was replaced comes back as an edit that waits itself.
    await admin.ok('content.restoreRevision', { classId, id, revisionId: second?.id ?? 0 })
    expect((await state())[0]).toBe('waiting true source')
    const [again] = await history()
    expect(await textOf(again?.id ?? 0, 'source')).toBe('二')
    await decide(true)
    expect((await state()).slice(0, 2)).toEqual(['none false source', 'agreed true source'])
    expect((await admin.ok('content.findById', { classId, id })).source).toBe('二')
  })
})
