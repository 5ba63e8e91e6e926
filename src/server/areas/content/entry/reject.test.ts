import { expect, it } from 'vitest'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('rejecting and forwarding', (server) => {
  it('a rejected entry is no longer public, and says who refused it and why, until it is published [B-032] [B-033] [B-219] [B-328]', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1104] }])
    const editor = await server().as('editor')
    const reason = '标题太长😀\n请修改𠀀'
    expect(await editor.call('content.reject', { classId, id, reason })).toMatchObject({ status: 200, msg: '驳回成功' })
    const [row] = (await admin.ok('content.page', { classId, isStatus: false })).content
    expect(row).toMatchObject({ id, isStatus: false, pass: false, version: 2 })
    expect(JSON.parse(String(row?.approveResult))).toEqual({ trueName: '李婷', approveResult: reason })
    expect((await admin.ok('content.revisions', { classId, id })).content[0]).toMatchObject({
      reason: 'reject',
      author: 'editor',
    })
    await admin.ok('content.publish', { classId, idList: [id] })
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ pass: true, approveResult: '' })
  })

  it('a reason is asked for, of at most 100000 characters [B-244]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    const reject = (reason: string) => admin.call('content.reject', { classId, id, reason })
    expect(await reject('  ')).toMatchObject({ status: 400, msg: '请输入驳回原因' })
    expect(await reject('长'.repeat(100_001))).toMatchObject({ status: 400, msg: expect.stringContaining('100000') })
    expect(await reject('长'.repeat(100_000))).toMatchObject({ status: 200 })
    await admin.ok('content.deleteByIdList', { classId, idList: [id] })
    expect(await reject('x')).toMatchObject({ status: 409, msg: expect.stringContaining('回收站') })
  })

  it('a forwarded entry leaves for another list of the site as a draft, with its history [B-220] [B-329]', async () => {
    const admin = await server().as('admin')
    const from = await emptyColumn(admin)
    const to = await emptyColumn(admin)
    const { id } = await saveArticle(admin, from.id, { title: '转走的稿件', source: '本报' })
    const forward = { classId: from.id, id, toMenuId: to.id }
    expect(await admin.call('content.forward', forward)).toMatchObject({ status: 200, msg: '转发成功' })
    expect((await admin.ok('content.page', { classId: from.id })).totalElements).toBe(0)
    expect((await admin.ok('content.page', { classId: from.id, key: '转走' })).totalElements).toBe(0)
    expect((await admin.ok('content.page', { classId: to.id, key: '转走' })).content).toMatchObject([
      { id, classId: to.id, title: '转走的稿件', source: '本报', isStatus: false, version: 2 },
    ])
    const { content } = await admin.ok('content.revisions', { classId: to.id, id })
    expect(content.map(({ reason }) => reason)).toEqual(['forward', 'create'])
    expect(await admin.call('content.forward', forward)).toMatchObject({ status: 404 })
  })

  it('values without a field in the target column are reported and stay in the history', async () => {
    const admin = await server().as('admin')
    const from = await emptyColumn(admin)
    const to = await emptyColumn(admin, '人才招聘')
    const { id } = await saveArticle(admin, from.id, { source: '本报' })
    const { msg } = await admin.call('content.forward', { classId: from.id, id, toMenuId: to.id })
    expect(msg).toContain('“来源”')
    expect(await admin.ok('content.findById', { classId: to.id, id })).not.toHaveProperty('source')
    const [, first] = (await admin.ok('content.revisions', { classId: to.id, id })).content
    const { fields } = await admin.ok('content.revision', { classId: to.id, id, revisionId: first?.id ?? 0 })
    expect(fields).toContainEqual({ fieldName: 'source', fieldValue: '本报' })
  })

  it('goes to no other place, and needs the codes of both columns', async () => {
    const admin = await server().as('admin')
    const from = await emptyColumn(admin)
    const to = await emptyColumn(admin)
    const { id } = await saveArticle(admin, from.id)
    const said = async (toMenuId: number, client = admin) =>
      (await client.call('content.forward', { classId: from.id, id, toMenuId })).msg
    expect(await said(from.id)).toContain('与当前栏目相同')
    expect(await said((await columnNamed(admin, '公司简介')).id)).toContain('只有一篇内容')
    expect(await said((await columnNamed(admin, '公司新闻', 2)).id)).toContain('不在当前站点')
    expect(await said((await columnNamed(admin, '新闻中心')).id)).toContain('不是内容栏目')
    const { siteId } = from
    const as = async (source: number[], target: number[]) => {
      await grantExactly(server().deps.db, 'editor', [
        { siteId, menuId: from.id, settings: source },
        { siteId, menuId: to.id, settings: target },
      ])
      return server().as('editor')
    }
    expect(await said(to.id, await as([1104], [1101]))).toContain('编辑')
    expect(await said(to.id, await as([1102], [1101]))).toContain('发布')
    expect(await said(to.id, await as([1102, 1104], [1102]))).toContain('新增')
    expect(await said(to.id, await as([1102, 1104], [1101]))).toBe('转发成功')
  })
})
