import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const HOUR = 3600_000

onBothDatabases('the time of a step', (_server, start) => {
  it('is that of its node, else of the workflow; who must act is reminded once when a quarter is left', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const { id: classId } = await emptyColumn(admin)
    const roles = [await groupOf(db, 'editor'), await groupOf(db, 'designer')]
    const workflowId = await buildWorkflow(admin, { nodes: [[roles[0] ?? 0], [roles[1] ?? 0]], dueDays: 2 })
    const { content: nodes } = await admin.ok('workflowNode.page', { relationId: workflowId })
    const changed = nodes.map((node, at) => ({ ...node, dueHours: at === 0 ? 8 : 0 }))
    const saved = await admin.ok('workflowNode.batchSave', { relationId: workflowId, siteId: 1, nodes: changed })
    expect(saved.map(({ dueHours }) => dueHours)).toEqual([8, 0])
    await linkWorkflow(admin, classId, workflowId)
    for (const name of ['editor', 'designer']) await grantExactly(db, name, [{ siteId: 0, menuId: MENU.approvalTasks }])
    const [editor, designer] = [await server.as('editor'), await server.as('designer')]
    await saveArticle(admin, classId, { title: '年报' })
    const spanOf = async () => {
      const task = await db.selectFrom('approval_task').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      return (task.dueTime - task.createTime) / HOUR
    }
    expect(await spanOf()).toBe(8)
    const reminders = async (client: typeof admin) =>
      (await client.ok('notice.page', { size: 50 })).content.filter(({ kind }) => kind === 'reminder')
    server.clock.advance(5 * HOUR)
    const [task] = (await editor.ok('approval.taskList', { state: 0 })).content
    server.clock.advance(HOUR + 60_000)
    await expect
      .poll(() => reminders(editor), { timeout: 30_000, interval: 100 })
      .toMatchObject([{ title: '“年报”的审批即将到期' }])
    expect(await reminders(designer)).toEqual([])
    // The next step has a time of its own, and so a reminder of its own.
    await editor.ok('approval.approve', { taskId: task?.taskId ?? 0, pass: true })
    expect(await spanOf()).toBe(48)
    server.clock.advance(49 * HOUR)
    await expect
      .poll(async () => (await reminders(await server.as('designer'))).map(({ title }) => title), {
        timeout: 30_000,
        interval: 100,
      })
      .toEqual(['“年报”的审批已超过期限'])
    expect(await reminders(await server.as('editor'))).toHaveLength(1)
    expect(
      await db.selectFrom('approval_task').select('id').where('remindTime', '>', 0).where('state', '=', 0).execute(),
    ).toEqual([])
  })
})
