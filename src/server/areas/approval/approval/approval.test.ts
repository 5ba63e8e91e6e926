import { describe, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { ARTICLE, emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const TASKS = { siteId: 0, menuId: MENU.approvalTasks }

/** A column whose workflow asks the editors, then the designers; admin writes. */
async function stage(server: TestServer, given: { revocability?: boolean; dueDays?: number } = {}) {
  const { db } = server.deps
  const admin = await server.as('admin')
  const column = await emptyColumn(admin)
  const roles = { editor: await groupOf(db, 'editor'), designer: await groupOf(db, 'designer') }
  const workflowId = await buildWorkflow(admin, { nodes: [[roles.editor], [roles.designer]], ...given })
  await linkWorkflow(admin, column.id, workflowId)
  const { id: elsewhere } = await emptyColumn(admin)
  const grants = [TASKS, { siteId: 1, menuId: elsewhere }]
  for (const name of ['editor', 'designer']) await grantExactly(db, name, grants)
  const [editor, designer] = [await server.as('editor'), await server.as('designer')]
  const classId = column.id
  const entry = (id: number) => admin.ok('content.findById', { classId, id })
  const tasks = async (client: typeof admin, state = 0) =>
    (await client.ok('approval.taskList', { state, pageIndex: 1, pageSize: 20 })).content.filter(
      ({ menuId }) => menuId === classId,
    )
  const taskOf = async (client: typeof admin) => (await tasks(client))[0]?.taskId ?? 0
  const answer = async (client: typeof admin, pass: boolean, approveResult = '') =>
    client.call('approval.approve', { taskId: await taskOf(client), pass, approveResult, siteId: 1 })
  return { db, admin, editor, designer, classId, workflowId, roles, entry, tasks, taskOf, answer }
}

onBothDatabases('an entry of a column with a workflow', (server) => {
  it('is public when the last node has agreed, not before [B-004] [B-172] [B-187] [B-191] [B-340] [B-342] [B-401] [C-191]', async () => {
    const { admin, editor, designer, classId, entry, tasks, answer } = await stage(server())
    const saved = await saveArticle(admin, classId)
    expect(saved).toMatchObject({ isStatus: false, approval: 'submitted' })
    expect(await entry(saved.id)).toMatchObject({ isStatus: false, pass: true })
    expect((await entry(saved.id)).approveInstanceId).not.toBe('')
    const [task] = await tasks(editor)
    expect(task).toMatchObject({
      taskId: expect.any(Number),
      dataId: saved.id,
      menuId: classId,
      siteId: 1,
      approveRemark: '新增数据提交审核',
      approveType: 1,
      dataDetail: JSON.stringify({ title: ARTICLE.title, pass: true }),
      approveResult: '',
      pass: null,
      dueDate: '',
      nodeTitle: '节点 1',
    })
    expect(await tasks(designer)).toEqual([])
    expect(await editor.ok('approval.taskingCount', { siteId: 1 })).toBeGreaterThan(0)
    expect(await answer(editor, true, '同意发布')).toMatchObject({ status: 200, msg: '审核成功' })
    expect((await entry(saved.id)).isStatus).toBe(false)
    expect(await tasks(editor)).toEqual([])
    expect((await tasks(editor, 1))[0]).toMatchObject({
      approveType: 2,
      pass: true,
      approveFinishDate: expect.stringMatching(/^\d{4}-/),
      approveResult: expect.stringContaining('同意发布'),
    })
    expect((await answer(designer, true)).status).toBe(200)
    expect(await entry(saved.id)).toMatchObject({ isStatus: true, pass: true, approveInstanceId: '' })
    expect((await admin.ok('content.form', { classId, id: saved.id })).approval).toBeNull()
    const [revision] = (await admin.ok('content.revisions', { classId, id: saved.id, page: 1, size: 5 })).content
    expect(revision).toMatchObject({ reason: 'agree', author: 'admin' })
  })

  it('goes back as refused, with who and why, and can be applied for again [B-189] [B-218] [B-343] [B-344] [B-345]', async () => {
    const { admin, editor, classId, entry, tasks, answer } = await stage(server())
    const { id } = await saveArticle(admin, classId)
    expect((await answer(editor, false, '日期不对')).status).toBe(200)
    const refused = await entry(id)
    expect(refused).toMatchObject({ isStatus: false, pass: false, approveInstanceId: '' })
    expect(JSON.parse(refused.approveResult)).toMatchObject({ approveResult: '日期不对' })
    const named = server().deps.db.selectFrom('account').select('trueName').where('username', '=', 'editor')
    const { trueName } = await named.executeTakeFirstOrThrow()
    const mine = await admin.ok('approval.mine', { page: 1, size: 1 })
    expect(mine.content).toMatchObject([{ state: 'refused', endedBy: trueName, endRemark: '日期不对' }])
    const again = await saveArticle(admin, classId, { source: '改过' }, { id })
    expect(again.approval).toBe('resubmitted')
    expect(await entry(id)).toMatchObject({ pass: true, approveResult: '' })
    expect((await tasks(editor))[0]?.approveRemark).toBe('编辑数据重新审批')
    const instanceId = Number((await entry(id)).approveInstanceId)
    expect(await admin.call('approval.cancleProcess', { instanceId, remark: '再看看' })).toMatchObject({
      status: 200,
      msg: '已撤回',
    })
    expect(await tasks(editor)).toEqual([])
    expect((await admin.call('approval.cancleProcess', { instanceId, remark: '' })).status).toBe(409)
    const applied = await admin.ok('approval.apply', { dataId: id, menuId: classId, approveRemark: '' })
    expect((await admin.call('approval.cancle', { id: applied?.instanceId })).status).toBe(200)
    expect(await entry(id)).toMatchObject({ isStatus: false, pass: true })
  })

  it('stays public as it was while its edit waits, and takes the edit when it is agreed to [B-188]', async () => {
    const { admin, editor, designer, classId, workflowId, entry, answer } = await stage(server())
    await linkWorkflow(admin, classId, workflowId, 0)
    const { id } = await saveArticle(admin, classId, { source: '旧' })
    await linkWorkflow(admin, classId, workflowId)
    const edited = await saveArticle(admin, classId, { source: '新' }, { id })
    expect(edited).toMatchObject({ isStatus: true, approval: 'resubmitted', version: 2 })
    expect(await entry(id)).toMatchObject({ isStatus: true, source: '旧' })
    // The form goes on with what waits.
    const form = await admin.ok('content.form', { classId, id })
    expect(form.fields.find(({ fieldName }) => fieldName === 'source')?.value).toBe('新')
    expect(form.entry).toMatchObject({ isStatus: true, source: '旧' })
    const facts = { state: 'waiting', nodeTitle: '节点 1', wasPublic: true, mayWithdraw: true, applicant: '系统管理员' }
    expect(form.approval).toMatchObject(facts)
    const again = { classId, id, isStatus: true, fieldList: pairs({ summary: '摘要' }) }
    await admin.ok('content.save', again)
    await answer(editor, true)
    const [task] = (await designer.ok('approval.taskList', { state: 0 })).content
    const seen = await designer.ok('approval.detail', { taskId: task?.taskId })
    expect(seen).toMatchObject({ approveType: 1, entry: 'public', wasPublic: true, state: 'waiting' })
    expect(seen.fields.find(({ fieldName }) => fieldName === 'source')).toMatchObject({ before: '旧', after: '新' })
    // It was applied for before, without the summary.
    expect(seen.previous).toMatchObject({ state: 'withdrawn', applicant: '系统管理员' })
    expect(seen.fields.find(({ fieldName }) => fieldName === 'summary')).toMatchObject({ previous: '', after: '摘要' })
    expect(seen.fields.find(({ fieldName }) => fieldName === 'source')).toMatchObject({ previous: '新', after: '新' })
    expect(seen.steps).toMatchObject([{ state: 'agreed' }, { state: 'waiting', nobody: false }])
    await answer(designer, true)
    expect(await entry(id)).toMatchObject({ isStatus: true, source: '新', summary: '摘要' })
  })

  it('stays public when its edit is refused; the refused words are kept', async () => {
    const { admin, editor, classId, workflowId, entry, answer } = await stage(server())
    await linkWorkflow(admin, classId, workflowId, 0)
    const { id } = await saveArticle(admin, classId, { source: '旧' })
    await linkWorkflow(admin, classId, workflowId)
    await saveArticle(admin, classId, { source: '新' }, { id })
    await answer(editor, false, '不行')
    expect(await entry(id)).toMatchObject({ isStatus: true, source: '旧' })
    const form = await admin.ok('content.form', { classId, id })
    expect(form.fields.find(({ fieldName }) => fieldName === 'source')?.value).toBe('旧')
    expect(form.approval).toMatchObject({ state: 'refused', endRemark: '不行', wasPublic: true, mayWithdraw: false })
    const [last] = await admin.ok('approval.history', { dataId: id, menuId: classId })
    expect(last).toMatchObject({ state: 'refused', endRemark: '不行' })
    const kept = await admin.ok('approval.detail', { instanceId: last?.instanceId })
    expect(kept.fields.find(({ fieldName }) => fieldName === 'source')?.after).toBe('新')
  })

  it('is not to be edited where the workflow lets nobody take an application back', async () => {
    const { admin, editor, classId, entry, answer } = await stage(server(), { revocability: false })
    const { id } = await saveArticle(admin, classId)
    const said = '不允许撤回，请等待审批结束，或由审批人拒绝后再操作'
    const form = { classId, id, fieldList: pairs({ source: '改' }) }
    for (const isStatus of [true, false]) {
      const refused = await admin.call('content.save', { ...form, isStatus })
      expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining(said) })
    }
    expect((await admin.call('content.deleteByIdList', { classId, idList: [id] })).msg).toContain(said)
    const instanceId = Number((await entry(id)).approveInstanceId)
    expect((await admin.call('approval.cancleProcess', { instanceId, remark: '' })).status).toBe(409)
    await answer(editor, false)
    expect((await admin.call('content.save', { ...form, isStatus: true })).status).toBe(200)
  })

  it('is applied for by every way that publishes: a list, a restored revision', async () => {
    const { admin, editor, classId, workflowId, entry, tasks } = await stage(server())
    const { id } = await saveArticle(admin, classId, {}, { isStatus: false })
    expect(await admin.call('content.publish', { classId, idList: [id] })).toMatchObject({
      status: 200,
      msg: '已提交审批，同意后发布',
    })
    expect(await admin.call('content.publish', { classId, idList: [id] })).toMatchObject({ status: 200 })
    expect(await tasks(editor)).toHaveLength(1)
    expect((await entry(id)).isStatus).toBe(false)
    await linkWorkflow(admin, classId, workflowId, 0)
    const old = await saveArticle(admin, classId, { source: '一' })
    await saveArticle(admin, classId, { source: '二' }, { id: old.id })
    await linkWorkflow(admin, classId, workflowId)
    const { content } = await admin.ok('content.revisions', { classId, id: old.id, page: 1, size: 5 })
    const first = { classId, id: old.id, revisionId: content.at(-1)?.id ?? 0 }
    expect(await admin.ok('content.restoreRevision', first)).toMatchObject({ approval: 'resubmitted' })
    expect(await entry(old.id)).toMatchObject({ isStatus: true, source: '二' })
  })

  it('is unpublished, recycled and moved without agreement; its application ends', async () => {
    const { admin, editor, classId, entry, tasks } = await stage(server())
    const { id } = await saveArticle(admin, classId)
    await admin.ok('content.deleteByIdList', { classId, idList: [id] })
    expect(await tasks(editor)).toEqual([])
    await admin.ok('content.restore', { classId, idList: [id] })
    expect(await entry(id)).toMatchObject({ isStatus: false, approveInstanceId: '' })
    const moved = await saveArticle(admin, classId)
    const { id: toMenuId } = await emptyColumn(admin)
    await admin.ok('content.copy', { classId, copyIdsFrom: [moved.id], isCut: true, toMenuId })
    expect(await tasks(editor)).toEqual([])
  })

  it('can be applied for by accounts that may write but not publish', async () => {
    const { db, classId, answer, admin, designer } = await stage(server())
    await grantExactly(db, 'editor', [TASKS, { siteId: 1, menuId: classId, settings: [1101, 1102] }])
    const editor = await server().as('editor')
    const { id } = await saveArticle(editor, classId)
    expect(await editor.ok('approval.mine', {})).toMatchObject({
      content: [{ dataId: id, state: 'waiting', nodeTitle: '节点 1' }],
    })
    await answer(editor, true)
    await answer(designer, true)
    expect((await admin.ok('content.findById', { classId, id })).isStatus).toBe(true)
    // Taking it off is publishing's right.
    const form = { classId, id, isStatus: false, fieldList: pairs({}) }
    expect((await editor.call('content.save', form)).status).toBe(403)
  })

  it('keeps its own steps when the workflow changes', async () => {
    const { admin, editor, designer, classId, workflowId, roles, entry, answer } = await stage(server())
    const { id } = await saveArticle(admin, classId)
    const nodes = [{ title: '只有一步', relationRoleInfo: [{ roleId: roles.editor }] }]
    await admin.ok('workflowNode.batchSave', { relationId: workflowId, siteId: 1, nodes })
    await linkWorkflow(admin, classId, workflowId, 0)
    await admin.ok('workflow.deleteByIdList', [workflowId])
    await answer(editor, true)
    expect((await entry(id)).isStatus).toBe(false)
    await answer(designer, true)
    expect((await entry(id)).isStatus).toBe(true)
  })

  it('waits for nobody when the role of its step does not open the tasks; the workflow says so before', async () => {
    const { db, admin, editor, designer, classId, roles, taskOf } = await stage(server())
    await grantExactly(db, 'designer', [{ siteId: 1, menuId: classId }])
    expect(await admin.ok('workflow.approverRoles', {})).toEqual(expect.arrayContaining([1, roles.editor]))
    expect(await admin.ok('workflow.approverRoles', {})).not.toContain(roles.designer)
    const { unread } = await designer.ok('notice.count', {})
    await saveArticle(admin, classId)
    await editor.ok('approval.approve', { taskId: await taskOf(editor), pass: true, approveResult: '' })
    const [task] = (await admin.ok('approval.taskList', { state: 0, seeAll: true })).content
    expect(task).toMatchObject({ nodeTitle: '节点 2', nobody: true, approveType: 1 })
    expect((await designer.ok('notice.count', {})).unread, 'nothing that he could not open').toBe(unread)
  })

  describe('is decided by one', () => {
    it('of the roles of the step alone; super administrators may always', async () => {
      const { admin, editor, designer, classId, taskOf } = await stage(server())
      await saveArticle(admin, classId)
      const taskId = await taskOf(editor)
      expect(await designer.call('approval.approve', { taskId, pass: true, approveResult: '' })).toMatchObject({
        status: 403,
        msg: '当前账号不是该任务的审批人',
      })
      expect((await designer.call('approval.taskList', { seeAll: true })).status).toBe(403)
      const all = (await admin.ok('approval.taskList', { seeAll: true, siteId: 1 })).content
      expect(all.find((task) => task.taskId === taskId)).toMatchObject({ approveType: 1 })
      expect((await admin.call('approval.approve', { taskId, pass: true, approveResult: '' })).status).toBe(200)
    })
    it('and lists the actor’s last decision first', async () => {
      const { admin, editor, classId, tasks } = await stage(server())
      const made = [await saveArticle(admin, classId), await saveArticle(admin, classId)].map(({ id }) => id)
      const answered: number[] = []
      for (const id of made.toReversed()) {
        const task = (await tasks(editor)).find(({ dataId }) => dataId === id)
        await editor.ok('approval.approve', { taskId: task?.taskId ?? 0, pass: true, approveResult: '' })
        server().clock.advance(1000)
        answered.unshift(id)
      }
      expect((await tasks(editor, 1)).map(({ dataId }) => dataId)).toEqual(answered)
    })
    it('when two decide at once: the second gets the decision of the first', async () => {
      const { admin, editor, classId, entry, taskOf } = await stage(server())
      const { id } = await saveArticle(admin, classId)
      const taskId = await taskOf(editor)
      const answers = await Promise.all([
        editor.call('approval.approve', { taskId, pass: true, approveResult: '' }),
        admin.call('approval.approve', { taskId, pass: false, approveResult: '' }),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.msg).toMatch(/已(同意|拒绝)该申请，请刷新/)
      expect((await entry(id)).isStatus).toBe(false)
    })
    it('with at most 50 characters [B-245]', async () => {
      const { admin, editor, classId, answer } = await stage(server())
      await saveArticle(admin, classId)
      expect(await answer(editor, true, '好'.repeat(51))).toMatchObject({
        status: 400,
        msg: '审批内容不能超过 50 个字',
      })
      expect((await answer(editor, true, '好'.repeat(50))).status).toBe(200)
    })
    it('who stands in for a person that is away, and no longer', async () => {
      const { db, admin, editor, designer, classId, tasks, taskOf } = await stage(server())
      await saveArticle(admin, classId)
      const { id: standInId } = await db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'designer')
        .executeTakeFirstOrThrow()
      await editor.ok('approval.saveStandIn', { standInId, fromDate: '', toDate: '' })
      expect(await editor.ok('approval.standIn', {})).toMatchObject({ standInId, toDate: '' })
      expect((await tasks(designer))[0]).toMatchObject({ approveType: 1, actsFor: expect.stringMatching(/./) })
      const taskId = await taskOf(designer)
      await designer.ok('approval.approve', { taskId, pass: true, approveResult: '' })
      expect((await tasks(designer, 1))[0]?.approveResult).toContain('（代 ')
      await saveArticle(admin, classId)
      await editor.ok('approval.saveStandIn', { standInId: 0, fromDate: '', toDate: '' })
      expect((await tasks(designer)).filter(({ nodeTitle }) => nodeTitle === '节点 1')).toEqual([])
    })
    it('or says that nobody is left who could', async () => {
      const { db, admin, classId, tasks } = await stage(server())
      await saveArticle(admin, classId)
      await db.updateTable('account').set({ isStatus: 0 }).where('username', '=', 'editor').execute()
      const all = (await admin.ok('approval.taskList', { seeAll: true })).content
      expect(all.find(({ menuId }) => menuId === classId)).toMatchObject({ nobody: true, approveType: 1 })
      await db.updateTable('account').set({ isStatus: 1 }).where('username', '=', 'editor').execute()
      expect(await tasks(admin)).toEqual([])
    })
  })

  it('is listed with count and pages where pageIndex or pageSize was asked, with the totals everywhere [B-179]', async () => {
    const { admin, classId } = await stage(server())
    for (const title of ['一', '二', '三']) await saveArticle(admin, classId, { title })
    const { totalElements } = await admin.ok('approval.taskList', { state: 0, seeAll: true, page: 1, size: 2 })
    const pages = Math.ceil(totalElements / 2)
    expect(await admin.ok('approval.taskList', { state: 0, seeAll: true, pageIndex: 1, pageSize: 2 })).toMatchObject({
      totalElements,
      totalPages: pages,
      count: totalElements,
      pages,
    })
    // Every list takes that spelling.
    expect(await admin.ok('site.page', { pageIndex: 1, pageSize: 1 })).toMatchObject({ count: 2, pages: 2 })
    expect(await admin.ok('site.page', { page: 1, size: 1 })).not.toHaveProperty('count')
  })
})
