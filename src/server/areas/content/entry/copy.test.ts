import { expect, it } from 'vitest'
import { PROMOTIONS } from '#shared/domain/promotions.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('copying and ordering content', (server) => {
  it('copies become drafts of their own in the other column [B-319]', async () => {
    const admin = await server().as('admin')
    const [from, to] = [await emptyColumn(admin), await emptyColumn(admin, '人才招聘')]
    const source = await saveArticle(admin, from.id, { source: '本报' })
    const order = { classId: from.id, copyIdsFrom: [{ id: source.id }], toMenuId: to.id, toSiteId: to.siteId }
    const answer = await admin.call('content.copy', order)
    expect(answer.msg).toBe('复制成功；目标栏目没有字段“来源”、“发布时间”，其内容未复制')
    const [id = 0] = answer.data.ids
    const copy = await admin.ok('content.findById', { classId: to.id, id })
    expect(copy).toMatchObject({ title: '集团召开年度大会', isStatus: false, xgid: source.id, version: 1 })
    expect(copy).not.toHaveProperty('source')
    expect(await admin.ok('content.findById', { classId: from.id, id: source.id })).toMatchObject({
      isStatus: true,
      xgid: source.id,
    })
    // Found in its own column by its own words.
    expect((await admin.ok('content.page', { classId: to.id, key: '年度大会' })).totalElements).toBe(1)
    expect((await admin.ok('content.page', { classId: to.id, key: '本报' })).totalElements).toBe(0)
  })

  it('cut moves them: number and history stay, and moving back brings all back', async () => {
    const admin = await server().as('admin')
    const [from, to] = [await emptyColumn(admin), await emptyColumn(admin, '人才招聘')]
    const { id } = await saveArticle(admin, from.id, { source: '本报' })
    const move = (classId: number, toMenuId: number) =>
      admin.ok('content.copy', { classId, copyIdsFrom: [{ id }], toMenuId, isCut: true })
    expect(await move(from.id, to.id)).toEqual({ ids: [id] })
    expect((await admin.ok('content.page', { classId: from.id })).totalElements).toBe(0)
    expect((await admin.ok('content.page', { classId: from.id, key: '年度' })).totalElements).toBe(0)
    expect((await admin.ok('content.page', { classId: to.id, key: '年度' })).totalElements).toBe(1)
    await move(to.id, from.id)
    expect(await admin.ok('content.findById', { classId: from.id, id })).toMatchObject({
      source: '本报',
      isStatus: false,
    })
  })

  it('cut to where they are changes nothing', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    const order = { classId, copyIdsFrom: [id], toMenuId: classId, isCut: true }
    expect(await admin.call('content.copy', order)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('当前栏目'),
    })
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ isStatus: true, version: 1 })
  })

  it('sets and takes away each of the twelve flags by its number [B-196] [B-151] [B-323] [B-399]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    const other = await saveArticle(admin, classId)
    const set = (optionType: number) => admin.call('content.option', { classId, idList: [id], optionType })
    const row = async () => (await admin.ok('content.listByIds', { classId, idList: [id] }))[0]
    for (const [at, { flag }] of PROMOTIONS.entries()) {
      expect((await set(2 * at + 1)).msg).toBe('设置成功')
      expect((await row())?.[flag]).toBe(true)
    }
    for (const [at, { flag }] of PROMOTIONS.entries()) {
      expect((await set(2 * at + 2)).msg).toBe('已取消')
      expect((await row())?.[flag]).toBe(false)
    }
    expect((await set(25)).status).toBe(400)
    expect((await admin.ok('content.findById', { classId, id: other.id })).indexTop).toBe(false)
  })

  it('a larger sort stands higher, then the newer [B-017] [B-324]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const ids: number[] = []
    for (let at = 0; at < 3; at++) ids.push((await saveArticle(admin, classId)).id)
    const [a = 0, b = 0, c = 0] = ids
    const order = async () => (await admin.ok('content.page', { classId })).content.map(({ id }) => id)
    expect(await order()).toEqual([c, b, a])
    expect((await admin.call('content.updateSort', { classId, id: a, sort: 7 })).msg).toBe('更新成功')
    expect(await order()).toEqual([a, c, b])
    expect((await admin.call('content.updateSort', { classId: 1, id: a, sort: 7 })).status).toBe(404)
  })
})
