import { expect, it } from 'vitest'
import { TOKEN_SCOPES } from '#shared/domain/tokenScopes.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { ARTICLE, emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { begun, into, run } from '#tests/builders/contentImport.ts'
import { sheetOf } from '#tests/builders/sheet.ts'
import { exportedSite, importedSite } from '#tests/builders/siteArchive.ts'
import { upload } from '#tests/builders/upload.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const HOUR = 3600_000
const WORDS = { ...ARTICLE, title: '没有人同意过的话' }

/** A column that asks for agreement, one beside it that does not, and what may be public at the end: nothing with WORDS. */
async function stage(server: TestServer) {
  const admin = await server.as('admin')
  const { id: classId } = await emptyColumn(admin)
  const { id: free } = await emptyColumn(admin)
  await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[1], [2]] }))
  const publicIn = async (column: number) =>
    (await admin.ok('content.page', { classId: column, size: 100 })).content
      .filter(({ isStatus }) => isStatus)
      .map(({ title }) => title)
  const draft = async (column = classId) => (await saveArticle(admin, column, WORDS, { isStatus: false })).id
  return { admin, classId, free, publicIn, draft }
}

/** Rows of a sheet that stand for the words, through the import of another program. */
async function importContents(admin: TestClient, classId: number): Promise<void> {
  const content = await sheetOf([
    ['标题', '时间', '正文'],
    [WORDS.title, WORDS.publishTime, WORDS.content],
  ])
  const { id } = await begun(admin, 'sheet', 'a.xlsx', content)
  const columns = Object.entries({ 标题: 'title', 时间: 'publishTime', 正文: 'content' }).map(([title, fieldName]) => ({
    title,
    fieldName,
  }))
  await run(admin, { id, groups: into(classId, ''), columns, publish: true })
}

onBothDatabases('no way past the gate: nothing is public that not every step agreed to', (server, start) => {
  it('by saving, publishing many, applying, copying, moving, or bringing back', async () => {
    const { admin, classId, free, publicIn, draft } = await stage(server())
    const saved = await saveArticle(admin, classId, WORDS)
    const [first, second, gone] = [await draft(), await draft(), await draft()]
    await admin.ok('content.publish', { classId, idList: [first, second].map((id) => ({ id })), acceptSensitive: true })
    await admin.ok('approval.apply', { dataId: gone, menuId: classId })
    await admin.ok('content.deleteByIdList', { classId, idList: [gone] })
    await admin.ok('content.restore', { classId, idList: [{ id: gone }], acceptSensitive: true })
    // Public where nobody asks, then copied and moved to where somebody does.
    const outside = await saveArticle(admin, free, WORDS)
    await admin.ok('content.copy', { classId: free, copyIdsFrom: [outside.id], isCut: false, toMenuId: classId })
    await admin.ok('content.copy', { classId: free, copyIdsFrom: [outside.id], isCut: true, toMenuId: classId })
    const [old] = (await admin.ok('content.revisions', { classId, id: outside.id, page: 1, size: 10 })).content.slice(
      -1,
    )
    await admin.ok('content.restoreRevision', {
      classId,
      id: outside.id,
      revisionId: old?.id ?? 0,
      acceptSensitive: true,
    })
    expect(await publicIn(classId)).toEqual([])
    // The first of two steps is not enough, answered twice or by everybody at once.
    const { content } = await admin.ok('approval.taskList', { state: 0, seeAll: true, pageSize: 50 })
    const taskIds = content.filter(({ menuId }) => menuId === classId).map(({ taskId }) => taskId)
    expect(taskIds.length).toBeGreaterThan(2)
    await Promise.all(
      [...taskIds, ...taskIds].map((taskId) =>
        admin.call('approval.approve', { taskId, pass: true, approveResult: '' }),
      ),
    )
    expect(await publicIn(classId)).toEqual([])
    expect(saved).toMatchObject({ isStatus: false, approval: 'submitted' })
  })

  it('by a sheet, contents of another program, a token that may do everything, or another site', async () => {
    const { admin, classId, publicIn } = await stage(server())
    const rows = await sheetOf([
      ['标题', '发布时间', '正文', '状态'],
      [WORDS.title, WORDS.publishTime, WORDS.content, '已发布'],
    ])
    const xlsxPath = (await upload(admin, { name: 'b.xlsx', content: rows })).data.accessPath
    await admin.ok('content.importSheet', { classId, xlsxPath })
    await importContents(admin, classId)

    const { token } = await admin.ok('apiToken.create', {
      name: '全部',
      scopes: TOKEN_SCOPES.map(({ key }) => key),
      siteIds: [1],
      columnIds: [classId],
      expireDate: '2027-06-01 00:00:00',
    })
    const program = new TestClient(server().url, token)
    const made = await program.ok('content.save', { classId, isStatus: true, fieldList: pairs(WORDS) })
    await program.ok('content.publish', { classId, idList: [{ id: made.id }], acceptSensitive: true })
    // Answers to tasks are in no scope.
    expect((await program.call('approval.taskList', { state: 0, seeAll: true })).status).toBe(403)

    const source = await columnNamed(admin, '公司新闻', 2)
    const abroad = await saveArticle(admin, source.id, WORDS)
    await admin.ok('crossCopy.copy', { dataId: abroad.id, targetList: [{ targetSiteId: 1, targetMenuId: classId }] })
    expect(await publicIn(classId)).toEqual([])
    const { content } = await admin.ok('content.page', { classId, size: 100 })
    expect(content).toHaveLength(4)
  })

  it('by a date, before and after the workflow was switched on', async () => {
    const host = await start()
    const { admin, classId, free, publicIn, draft } = await stage(host)
    const [applied, late] = [await draft(), await draft(free)]
    const at = host.clock.now().getTime() + HOUR
    const plan = (column: number, id: number) =>
      admin.ok('contentSchedule.plan', { classId: column, idList: [{ id }], action: 'publish', at })
    await plan(classId, applied)
    await plan(free, late)
    await linkWorkflow(admin, free, await buildWorkflow(admin))
    host.clock.advance(HOUR + 1000)
    await expect
      .poll(() => admin.ok('contentSchedule.ofEntry', { classId: free, id: late }), { timeout: 30_000, interval: 50 })
      .toMatchObject([{ state: 'failed', message: expect.stringContaining('审批') }])
    await expect
      .poll(() => admin.ok('contentSchedule.ofEntry', { classId, id: applied }), { timeout: 30_000, interval: 50 })
      .toEqual([])
    expect([await publicIn(classId), await publicIn(free)]).toEqual([[], []])
  })

  it(
    'by an archive of the site: what waits there comes as a draft, and its column asks as before',
    { timeout: 60_000 },
    async () => {
      const { admin, classId } = await stage(await start())
      await saveArticle(admin, classId, WORDS)
      const job = await importedSite(admin, await exportedSite(admin, 1), { members: false })
      expect(job, job.message).toMatchObject({ state: 'done' })
      const siteId = job.resultId
      const { content: found } = await admin.ok('workflow.list', { siteId, page: 1, size: 100 })
      const flows = found.filter(({ columns }) => columns.length > 0)
      expect(flows).toHaveLength(1)
      const columns = await admin.ok('column.getTree', { siteId })
      const copy = columns.find(({ relationWorkFlow }) => relationWorkFlow !== '')?.id ?? 0
      const { content } = await admin.ok('content.page', { classId: copy, size: 10 })
      expect(content).toMatchObject([{ title: WORDS.title, isStatus: false }])
      const id = content[0]?.id ?? 0
      await admin.ok('content.publish', { classId: copy, idList: [{ id }] })
      const asked = { isStatus: false, approveInstanceId: expect.stringMatching(/./) }
      expect(await admin.ok('content.findById', { classId: copy, id })).toMatchObject(asked)
    },
  )
})
