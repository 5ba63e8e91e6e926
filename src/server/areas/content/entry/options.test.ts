import { expect, it } from 'vitest'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('options from content', (server) => {
  it('are ids and titles of the named columns, drafts too, found by title [B-327]', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const a = await saveArticle(admin, classId, { title: '甲 100%' })
    const b = await saveArticle(admin, classId, { title: '乙𠀀' }, { isStatus: false })
    const gone = await saveArticle(admin, classId, { title: '丙' })
    await admin.ok('content.deleteByIdList', { classId, idList: [gone.id] })
    const options = (more: object) => admin.ok('content.selectOptions', { siteId, ...more })
    const both = { [a.id]: '甲 100%', [b.id]: '乙𠀀' }
    expect(await options({ classIdList: [classId] })).toEqual(both)
    expect(await options({ classIdList: [classId], key: '0%' })).toEqual({ [a.id]: '甲 100%' })
    expect(await options({ classIdList: [classId], key: '𠀀' })).toEqual({ [b.id]: '乙𠀀' })
    expect(await options({ classIdList: [classId], idList: [b.id, gone.id, 99_999_999] })).toEqual({
      [b.id]: '乙𠀀',
    })
    expect(await options({ classIdList: [classId], idList: [] })).toEqual({})
    expect(await options({})).toEqual({})
    expect(await options({ classIdList: [99_999_999] })).toEqual({})
    expect(await admin.ok('content.selectOptions', { siteId: 2, classIdList: [classId] })).toEqual({})
  })

  it('can name columns by their mark, in one site', async () => {
    const admin = await server().as('admin')
    const banner = await columnNamed(admin, '首页轮播图')
    const before = await admin.ok('content.selectOptions', { siteId: banner.siteId, childIdentifies: 'banner' })
    const fieldList = [{ fieldName: 'title', fieldValue: '新的轮播图' }]
    const { id } = await admin.ok('content.save', { classId: banner.id, isStatus: false, fieldList })
    const after = { ...before, [id]: '新的轮播图' }
    expect(await admin.ok('content.selectOptions', { siteId: banner.siteId, childIdentifies: ['banner'] })).toEqual(
      after,
    )
    expect(await admin.ok('content.selectOptions', { siteId: 2, childIdentifies: 'banner' })).not.toHaveProperty(
      String(id),
    )
  })

  it('are those of columns that the caller may read', async () => {
    const admin = await server().as('admin')
    const mine = await emptyColumn(admin)
    const other = await emptyColumn(admin)
    const { id } = await saveArticle(admin, mine.id, { title: '我的' })
    await saveArticle(admin, other.id, { title: '别人的' })
    await grantExactly(server().deps.db, 'editor', [{ siteId: mine.siteId, menuId: mine.id }])
    const editor = await server().as('editor')
    const ask = { siteId: mine.siteId, classIdList: [mine.id, other.id] }
    expect(await editor.ok('content.selectOptions', ask)).toEqual({ [id]: '我的' })
    const others = await saveArticle(admin, other.id, { title: '别人的第二篇' })
    expect(await editor.ok('content.selectOptions', { ...ask, idList: [id, others.id] })).toEqual({ [id]: '我的' })
    expect(await editor.call('content.selectOptions', { ...ask, siteId: 2 })).toMatchObject({ status: 403 })
  })
})
