import { expect, it } from 'vitest'
import { NOTICE_RETENTION_DAYS, MAX_NOTICES } from '#shared/contract/notice.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { type NewNotice, pruneNotices, registerNoticeChannel } from './index.ts'

/** A column whose workflow has a step of the editors and one of the designers; admin submits. */
async function buildApprovalColumn(server: TestServer) {
  const { db } = server.deps
  const admin = await server.as('admin')
  const column = await emptyColumn(admin)
  const nodes = [[await groupOf(db, 'editor')], [await groupOf(db, 'designer')]]
  await linkWorkflow(admin, column.id, await buildWorkflow(admin, { nodes }))
  for (const name of ['editor', 'designer']) await grantExactly(db, name, [{ siteId: 0, menuId: MENU.approvalTasks }])
  await db.deleteFrom('notice').execute()
  return { db, admin, classId: column.id, editor: await server.as('editor'), designer: await server.as('designer') }
}

onBothDatabases('notices', (server, start) => {
  it('immediately reach the deciding accounts and the applicant, and nobody else', async () => {
    const { admin, editor, designer, classId } = await buildApprovalColumn(server())
    const { last, unread } = await editor.ok('notice.wait', { after: -1 })
    const waiting = editor.ok('notice.wait', { after: last, unread, timeoutMs: 20_000 })
    const { id } = await saveArticle(admin, classId, { title: '年报' })
    const news = await waiting
    expect(news.unread).toBe(unread + 1)
    expect(news.news).toMatchObject([{ kind: 'task', title: '“年报”等待审批', path: '/U176/U179', isRead: false }])
    expect(news.news[0]?.body, 'the full name, not the user name').toMatch(/^系统管理员 提交，流程“/)
    expect((await admin.ok('notice.count', {})).unread).toBe(0)
    expect((await designer.ok('notice.count', {})).unread).toBe(0)
    const task = async (client: typeof admin) => {
      const { content } = await client.ok('approval.taskList', { state: 0 })
      return content.find(({ dataId }) => dataId === id)?.taskId ?? 0
    }
    await editor.ok('approval.approve', { taskId: await task(editor), pass: true })
    expect((await designer.ok('notice.page', {})).content).toMatchObject([{ kind: 'task' }])
    await designer.ok('approval.approve', { taskId: await task(designer), pass: false, approveResult: '日期不对' })
    const { content } = await admin.ok('notice.page', {})
    expect(content).toMatchObject([
      { kind: 'refused', title: '“年报”未通过审批', body: expect.stringContaining('日期不对') },
      { kind: 'step', body: expect.stringContaining('节点 2') },
    ])
    expect(content[0]?.path).toBe(`/admin/model_manage/${classId}?entry=${id}`)
  })

  it('of a batch arrive as one, and each approval is reported', async () => {
    const { admin, editor, designer, classId } = await buildApprovalColumn(server())
    const ids: { id: number }[] = []
    for (const title of ['甲', '乙'])
      ids.push({ id: (await saveArticle(admin, classId, { title }, { isStatus: false })).id })
    await admin.ok('content.publish', { classId, idList: ids })
    expect((await editor.ok('notice.page', {})).content).toMatchObject([{ title: '2 篇内容等待审批' }])
    for (const client of [editor, designer]) {
      const { content } = await client.ok('approval.taskList', { state: 0 })
      const idList = content.filter(({ menuId }) => menuId === classId).map(({ taskId }) => ({ id: taskId }))
      await client.ok('approval.agreeMany', { idList })
    }
    const agreed = (await admin.ok('notice.page', {})).content.filter(({ kind }) => kind === 'agreed')
    expect(agreed.map(({ title }) => title).toSorted()).toEqual(['“乙”已通过审批', '“甲”已通过审批'])
  })

  it('are marked as read one by one or all at once, only by their own account', async () => {
    const { admin, editor, designer, classId } = await buildApprovalColumn(server())
    for (const title of ['一', '二', '三']) await saveArticle(admin, classId, { title })
    const { content } = await editor.ok('notice.page', {})
    const [first] = content
    await designer.ok('notice.markRead', { idList: content.map(({ id }) => ({ id })) })
    expect((await editor.ok('notice.count', {})).unread).toBe(3)
    const known = await editor.ok('notice.wait', { after: -1 })
    const waiting = editor.ok('notice.wait', { after: known.last, unread: known.unread, timeoutMs: 20_000 })
    await editor.ok('notice.markRead', { idList: [{ id: first?.id ?? 0 }] })
    // Another window of the account is notified.
    expect(await waiting).toMatchObject({ unread: 2, news: [] })
    expect((await editor.ok('notice.page', { unreadOnly: true })).totalElements).toBe(2)
    await editor.ok('notice.markAllRead', {})
    expect((await editor.ok('notice.count', {})).unread).toBe(0)
    expect((await editor.ok('notice.page', {})).totalElements).toBe(3)
  })

  it('are also sent through another channel, whose failure changes nothing', async () => {
    const { admin, editor, classId } = await buildApprovalColumn(server())
    const sent: NewNotice[] = []
    const off = registerNoticeChannel({
      async send(_deps, list) {
        sent.push(...list.map(({ notice }) => notice))
        throw new Error('no mail today')
      },
    })
    await saveArticle(admin, classId, { title: '邮件' })
    off()
    expect(sent).toMatchObject([{ kind: 'task', title: '“邮件”等待审批' }])
    expect((await editor.ok('notice.count', {})).unread).toBe(1)
  })

  it('are deleted when they are too old or too many', async () => {
    const own = await start()
    const { db } = own.deps
    const editor = await own.as('editor')
    const { id: accountId } = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    const now = own.clock.now().getTime()
    const row = { accountId, kind: 'task', body: '', place: 'tasks', siteId: 1, classId: 0, contentId: 0 } as const
    const add = (title: string, createTime: number, count = 1) =>
      db
        .insertInto('notice')
        .values(Array.from({ length: count }, () => ({ ...row, title, createTime })))
        .execute()
    await add('旧', now - (NOTICE_RETENTION_DAYS + 1) * DAY_MS)
    await add('多', now - DAY_MS, 30)
    for (let at = 0; at < MAX_NOTICES; at += 100) await add('新', now, 100)
    await pruneNotices(own.deps)
    expect((await editor.ok('notice.page', { size: 1 })).totalElements).toBe(MAX_NOTICES)
    expect((await editor.ok('notice.page', { key: '多' })).totalElements).toBe(0)
    expect((await editor.ok('notice.page', { key: '旧' })).totalElements).toBe(0)
  })
})
