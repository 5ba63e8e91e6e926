import { expect, it } from 'vitest'
import { buildAccount, groupOf } from '#tests/builders/account.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('who leaves while something waits', (server) => {
  it('a user group cannot be deleted while a node or a pending step needs it', async () => {
    const admin = await server().as('admin')
    const { id: roleId } = await admin.ok('role.save', { name: '终审组', parentId: 1 })
    const column = await emptyColumn(admin)
    const workflowId = await buildWorkflow(admin, { title: '两级', nodes: [[1], [roleId]] })
    await linkWorkflow(admin, column.id, workflowId)
    const { id } = await saveArticle(admin, column.id)
    const removal = () => admin.call('role.deleteByIdList', [roleId])
    expect(await removal()).toMatchObject({
      status: 409,
      msg: '审批流程“两级”的节点“节点 2”由用户组“终审组”审核，请先在“流程设置”中换成其他用户组，再删除',
    })
    const nodes = [{ title: '一级', relationRoleInfo: [{ roleId: 1 }] }]
    await admin.ok('workflowNode.batchSave', { relationId: workflowId, siteId: 1, nodes })
    expect(await removal()).toMatchObject({ status: 409, msg: expect.stringContaining('的审批仍需要用户组“终审组”') })
    const { approveInstanceId } = await admin.ok('content.findById', { classId: column.id, id })
    await admin.ok('approval.cancleProcess', { instanceId: Number(approveInstanceId), remark: '' })
    expect((await removal()).status).toBe(200)
  })
  it('an account’s applications pass to its successor', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const column = await emptyColumn(admin)
    await linkWorkflow(admin, column.id, await buildWorkflow(admin))
    await saveArticle(admin, column.id)
    const roleId = await groupOf(db, 'designer')
    const [leaving, heir] = [await buildAccount(db, { roleId }), await buildAccount(db, { roleId })]
    const waiting = db.updateTable('approval').where('classId', '=', column.id)
    await waiting.set({ applicantId: leaving }).execute()
    expect(await admin.ok('account.openWork', { idList: [leaving] })).toEqual([
      { accountId: leaving, kind: '个审批申请', count: 1 },
    ])
    expect((await admin.call('account.deleteByIdList', { idList: [leaving], heirId: heir })).status).toBe(200)
    const row = await db
      .selectFrom('approval')
      .select('applicantId')
      .where('classId', '=', column.id)
      .executeTakeFirst()
    expect(row?.applicantId).toBe(heir)
  })
  it('tasks of a deleted site disappear from the lists, and return when it is restored', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const siteId = await buildSite(db)
    const { id: like } = await emptyColumn(admin)
    const { id: classId } = await admin.ok('column.copy', { copyIdFrom: like, toMenuParentId: 0, toSiteId: siteId })
    const nodes = [[1], [await groupOf(db, 'designer')]]
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { siteId, nodes }))
    await saveArticle(admin, classId)
    const waiting = async () => {
      const { content } = await admin.ok('approval.taskList', { state: 0, seeAll: true, siteId })
      const count = await admin.ok('approval.taskingCount', { siteId, seeAll: true })
      return [content.map(({ taskId }) => taskId), count] as const
    }
    const [[taskId = 0], count] = await waiting()
    expect(count).toBe(1)
    await admin.ok('site.deleteByIdList', [siteId])
    expect(await waiting()).toEqual([[], 0])
    const agree = () => admin.call('approval.approve', { taskId, pass: true, approveResult: '' })
    expect((await agree()).status).toBe(404)
    await admin.ok('site.restore', [siteId])
    expect(await waiting()).toEqual([[taskId], 1])
    expect((await agree()).status).toBe(200)
    expect((await waiting())[0]).not.toContain(taskId)
  })
})
